/** An element of an XML document: its name without a prefix, its attributes, its text and its children. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  readonly children: ReadonlyArray<XmlElement>
}

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  text: string
  readonly children: Array<XmlElement>
}

/** The deepest nesting of elements, and the most tags, attributes and entities: many times as many as manifests have. */
const DEEPEST = 64
const MAX_PARTS = 20_000

const OF_PARTS: ReadonlySet<number> = new Set(['<', '=', '&'].map((sign) => sign.charCodeAt(0)))

const hasTooManyParts = (xml: string): boolean => {
  let parts = 0
  for (let at = 0; at < xml.length && parts <= MAX_PARTS; at++) if (OF_PARTS.has(xml.charCodeAt(at))) parts++
  return parts > MAX_PARTS
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const characterOf = (code: number): string | undefined =>
  Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined

const unescaped = (text: string): string =>
  text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/g, (all, entity: string) => {
    if (entity.startsWith('#x')) return characterOf(Number.parseInt(entity.slice(2), 16)) ?? all
    if (entity.startsWith('#')) return characterOf(Number(entity.slice(1))) ?? all
    return ENTITIES[entity] ?? all
  })

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Scans by character: a regular expression would take quadratic time here. */
const attributesIn = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at)
    if (equals < 0) return found
    let begin = equals + 1
    while (text[begin] === ' ') begin++
    const quote = text[begin] ?? ''
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, begin + 1) : -1
    if (end < 0) return found
    found.set(text.slice(at, equals).trim(), unescaped(text.slice(begin + 1, end)))
    at = end + 1
  }
}

/** Delimiters of comments, CDATA sections (which are text) and processing instructions. */
const PASSED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** The end of a tag; `>` inside quotes does not end it. */
const endOfTag = (xml: string, from: number): number => {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const sign = xml[at] as string
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  return -1
}

const opened = (inside: string): Open => {
  const name = /^[^\s/]+/.exec(inside)?.[0] ?? ''
  return { name: localName(name), attributes: attributesIn(inside.slice(name.length)), text: '', children: [] }
}

/** Adds one tag to the tree; false where it does not match. */
const take = (stack: Array<Open>, inside: string): boolean => {
  const parent = stack.at(-1) as Open
  if (!inside.startsWith('/')) {
    const element = opened(inside)
    parent.children.push(element)
    if (!inside.endsWith('/')) stack.push(element)
    return element.name !== '' && stack.length <= DEEPEST
  }
  return stack.length > 1 && stack.pop()?.name === localName(inside.slice(1).trim())
}

/**
 * Parses an XML document in linear time and returns its root element; undefined where it is malformed, nested too deeply or of too many parts, or has a document
 * type declaration, because entities are not supported.
 */
export const parseXml = (xml: string): XmlElement | undefined => {
  if (hasTooManyParts(xml)) return undefined
  const document: Open = { name: '', attributes: new Map(), text: '', children: [] }
  const stack: Array<Open> = [document]
  let at = 0
  while (at < xml.length) {
    const top = stack.at(-1) as Open
    const tag = xml.indexOf('<', at)
    top.text += unescaped(xml.slice(at, tag < 0 ? undefined : tag))
    if (tag < 0) break
    const passed = PASSED.find(([begin]) => xml.startsWith(begin, tag))
    const end = passed === undefined ? endOfTag(xml, tag) : xml.indexOf(passed[1], tag + passed[0].length)
    if (end < 0) return undefined
    if (passed?.[0] === '<![CDATA[') top.text += xml.slice(tag + passed[0].length, end)
    if (passed === undefined && (xml.startsWith('<!', tag) || !take(stack, xml.slice(tag + 1, end)))) return undefined
    at = end + (passed?.[1].length ?? 1)
  }
  return stack.length === 1 && document.children.length === 1 ? document.children[0] : undefined
}
