/** The first line of what is generated. */
export const BANNER = 'Written by `npm run client` from the OpenAPI document; do not change it by hand.'
