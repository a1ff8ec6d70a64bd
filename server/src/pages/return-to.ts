const HERE = 'http://here.invalid'

// Browsers drop tabs and line ends from an address before they read it, and take a backslash for a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CHANGES_MEANING = /[\\\u0000-\u001f\u007f]/

const staysHere = (path: string): boolean => URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE

/** A path on this server to go back to; anything that could lead elsewhere becomes the front page. */
export const safePath = (path: string | undefined): string =>
  path?.startsWith('/') === true && !CHANGES_MEANING.test(path) && staysHere(path) ? path : '/profile'
