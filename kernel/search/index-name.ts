import type { Config } from '../config/config.ts'

/** The index that an alias or a name means. An alias wins over an index of the same name; whether there is such an index is not looked up. */
export const indexNameOf = ({ indexes }: Pick<Config, 'indexes'>, aliasOrName: string): string =>
  (Object.hasOwn(indexes.aliases, aliasOrName) ? indexes.aliases[aliasOrName] : undefined) ?? aliasOrName
