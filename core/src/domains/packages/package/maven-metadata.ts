import type { Instant } from '../../../kernel/index.js'

/** The file that lists the versions of an artifact, or the plugins of a group (Maven's repository metadata). */
export const MAVEN_METADATA = 'maven-metadata.xml'

const SNAPSHOT = '-SNAPSHOT'

interface Span {
  readonly from: number
  readonly to: number
}

/** The content of the first such element, by offsets; undefined where there is none. */
const contentOf = (xml: string, tag: string): Span | undefined => {
  const open = `<${tag}>`
  const begin = xml.indexOf(open)
  if (begin < 0) return undefined
  const from = begin + open.length
  const to = xml.indexOf(`</${tag}>`, from)
  return to < 0 ? undefined : { from, to }
}

const textIn = (xml: string, tag: string): string | undefined => {
  const span = contentOf(xml, tag)
  return span === undefined ? undefined : xml.slice(span.from, span.to).trim()
}

const replaced = (xml: string, { from, to }: Span, content: string): string =>
  xml.slice(0, from) + content + xml.slice(to)

const withText = (xml: string, tag: string, text: string): string => {
  const span = contentOf(xml, tag)
  return span === undefined ? xml : replaced(xml, span, text)
}

const withoutElement = (xml: string, tag: string): string => {
  const span = contentOf(xml, tag)
  if (span === undefined) return xml
  return xml.slice(0, span.from - tag.length - 2).trimEnd() + xml.slice(span.to + tag.length + 3)
}

/** The contents of all such elements, in order. */
const allIn = (xml: string, tag: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let rest = xml; ; ) {
    const span = contentOf(rest, tag)
    if (span === undefined) return found
    found.push(rest.slice(span.from, span.to))
    rest = rest.slice(span.to)
  }
}

const listOf = (tag: string, contents: ReadonlyArray<string>, indent: string): string =>
  contents.length === 0
    ? ''
    : `${contents.map((content) => `\n${indent}  <${tag}>${content}</${tag}>`).join('')}\n${indent}`

const stamp = (at: Instant): string => at.replace(/\D/g, '').slice(0, 14)

/** `latest` or `release`: unchanged while its version exists. */
const pointed = (xml: string, tag: string, among: ReadonlyArray<string>): string => {
  const named = textIn(xml, tag)
  if (named === undefined || among.includes(named)) return xml
  const last = among.at(-1)
  return last === undefined ? withoutElement(xml, tag) : withText(xml, tag, last)
}

/** The version list of an artifact with exactly these; the text itself where it lists them already, or has no list. */
export const withVersions = (xml: string, versions: ReadonlyArray<string>, at: Instant): string => {
  const span = contentOf(xml, 'versions')
  if (span === undefined) return xml
  const listed = allIn(xml.slice(span.from, span.to), 'version').map((version) => version.trim())
  const [there, known] = [new Set(versions), new Set(listed)]
  const all = [...listed.filter((version) => there.has(version)), ...versions.filter((version) => !known.has(version))]
  const told = all.join() === listed.join() ? xml : replaced(xml, span, listOf('version', all, '    '))
  const releases = versions.filter((version) => !version.endsWith(SNAPSHOT))
  const pointing = pointed(pointed(told, 'latest', versions), 'release', releases)
  return pointing === xml ? xml : withText(pointing, 'lastUpdated', stamp(at))
}

/** The plugin list of a group without that artifact; the text itself where it is not listed. */
export const withoutPlugin = (xml: string, artifactId: string, at: Instant): string => {
  const span = contentOf(xml, 'plugins')
  if (span === undefined) return xml
  const plugins = allIn(xml.slice(span.from, span.to), 'plugin')
  const left = plugins.filter((plugin) => textIn(plugin, 'artifactId') !== artifactId)
  if (left.length === plugins.length) return xml
  return withText(replaced(xml, span, listOf('plugin', left, '  ')), 'lastUpdated', stamp(at))
}

const hasEntry = (xml: string, list: string, entry: string): boolean => {
  const span = contentOf(xml, list)
  return span !== undefined && contentOf(xml.slice(span.from, span.to), entry) !== undefined
}

/** Whether the list is empty. */
export const listsNothing = (xml: string): boolean =>
  !hasEntry(xml, 'versions', 'version') && !hasEntry(xml, 'plugins', 'plugin')
