/** A setting of one submodule in `.gitmodules`. */
interface Setting {
  readonly submodule: string
  readonly key: string
  readonly value: string
}

const HEADER = /^\[\s*submodule(?:\s+"((?:[^"\\\n]|\\.)*)"|\.([^\]\s"]*))\s*\]/i
const OTHER_HEADER = /^\[[^\]\n]*\]/
const NAMED = /^([a-z][a-z0-9-]*)[ \t]*(=?)[ \t]*/i
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** The value at the beginning of a text, with quotes, escapes and comments parsed as git does, and where it ends. */
const valueIn = (text: string, from: number): { readonly value: string; readonly end: number } => {
  let value = ''
  let quoted = false
  let at = from
  for (; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\n') break
    if (char === '"') quoted = !quoted
    else if (char === '\\') {
      at += 1
      const next = text[at] ?? ''
      if (next !== '\n') value += ESCAPES[next] ?? next
    } else if (!quoted && (char === '#' || char === ';')) {
      const line = text.indexOf('\n', at)
      at = line < 0 ? text.length : line
      break
    } else value += char
  }
  return { value: value.trimEnd(), end: at }
}

/** The maximum length of a header or setting name. */
const MAX_NAME_LENGTH = 4096

/** After one blank, or after the line where it says nothing that git could read: then git reads no further. */
const afterSpace = (text: string, at: number): number => {
  if (/\s/.test(text[at] ?? '')) return at + 1
  const line = text.indexOf('\n', at)
  return line < 0 ? text.length : line
}

/** The settings of submodules in a `.gitmodules`, up to the first line that git cannot read. */
const settingsOf = (text: string): ReadonlyArray<Setting> => {
  const settings: Array<Setting> = []
  let submodule: string | undefined
  let at = 0
  while (at < text.length) {
    const line = text.slice(at, at + MAX_NAME_LENGTH)
    const header = HEADER.exec(line)
    if (header !== null) submodule = (header[1] ?? header[2] ?? '').replace(/\\(.)/g, '$1')
    const found = header ?? OTHER_HEADER.exec(line)
    if (found !== null) {
      if (header === null) submodule = undefined
      else settings.push({ submodule: submodule ?? '', key: 'name', value: submodule ?? '' })
      at += found[0].length
      continue
    }
    const named = NAMED.exec(line)
    if (named === null) {
      at = afterSpace(text, at)
      continue
    }
    const { value, end } = valueIn(text, at + named[0].length)
    if (submodule !== undefined && named[2] === '=')
      settings.push({ submodule, key: (named[1] ?? '').toLowerCase(), value })
    at = end
  }
  return settings
}

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

const isHarmful = ({ key, value }: Setting): boolean => {
  switch (key) {
    case 'name':
      return value === '' || value.split(/[\\/]/).includes('..')
    case 'url':
      return value.startsWith('-') || value.includes('\n') || decoded(value).includes('\n')
    case 'path':
      return value.startsWith('-')
    case 'update':
      return value.startsWith('!')
    default:
      return false
  }
}

/** Whether a `.gitmodules` could make a client that follows it run what it should not, or write where it should not (git's `fsck` of such files). */
export const isHarmfulModules = (text: string): boolean => settingsOf(text).some(isHarmful)
