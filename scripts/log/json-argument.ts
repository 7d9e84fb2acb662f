/** JSON as it was given on a command line. Throws an Error that names the option and shows how it is written. */
export function jsonArgument(option: string, text: string, example: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${option} is not JSON: write it as '${example}'`, { cause })
  }
}
