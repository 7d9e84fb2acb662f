/**
 * The last of a passage's headings without its number, as a person would say it: `Alarm > 2. How it is raised` is `How it is raised`.
 * @param {string} [section] headings from the outermost inwards, with ` > ` between them
 */
export const lastHeading = (section) =>
  section
    ?.split(' > ')
    .at(-1)
    .replace(/^[\d.]+\s+/, '')
    .trim()
