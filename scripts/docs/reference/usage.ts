/** Of `npm run docs`; apart, because the page of commands reads it while that runs. */
export const USAGE = `Writes docs/reference from the code.

  npm run docs
      --check    write nothing; fail if a page is out of date

Exit codes: 0 done, 1 out of date.`
