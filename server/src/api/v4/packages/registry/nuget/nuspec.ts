import { type ZipEntry, zipEntry } from '@forgefold/adapters/zip'
import { parseXml, type XmlElement } from './xml.js'

/** What a package depends on for one target framework, or for any. */
export interface DependencyGroup {
  readonly targetFramework?: string
  readonly dependencies: ReadonlyArray<{ readonly id: string; readonly range: string }>
}

/** What the manifest of a package says (the `.nuspec` file reference of NuGet), as far as its protocol tells it. */
export interface Nuspec {
  readonly id: string
  readonly version: string
  readonly isSymbols: boolean
  /** Kept with the version and shown. */
  readonly document: Readonly<Record<string, unknown>>
}

/** Bytes; nobody describes a package in more. */
const MAX_BYTES = 1024 * 1024

const SHOWN = ['authors', 'description', 'title', 'summary', 'tags', 'projectUrl', 'licenseUrl', 'iconUrl']

const within = (element: XmlElement | undefined, name: string): ReadonlyArray<XmlElement> =>
  element?.children.filter((child) => child.name === name) ?? []

const textIn = (element: XmlElement | undefined, name: string): string => within(element, name)[0]?.text.trim() ?? ''

const dependenciesIn = (element: XmlElement): DependencyGroup['dependencies'] =>
  within(element, 'dependency').map(({ attributes }) => ({
    id: attributes.get('id') ?? '',
    range: attributes.get('version') ?? '',
  }))

const groupOf = (element: XmlElement): DependencyGroup => {
  const targetFramework = element.attributes.get('targetFramework')
  const dependencies = dependenciesIn(element)
  return targetFramework === undefined ? { dependencies } : { targetFramework, dependencies }
}

/** Dependencies stand in groups, or, in old manifests, by themselves. */
const groupsIn = (metadata: XmlElement): ReadonlyArray<DependencyGroup> => {
  const [all] = within(metadata, 'dependencies')
  if (all === undefined) return []
  const plain = dependenciesIn(all)
  return [...(plain.length === 0 ? [] : [{ dependencies: plain }]), ...within(all, 'group').map(groupOf)]
}

const isSymbols = (metadata: XmlElement): boolean =>
  within(within(metadata, 'packageTypes')[0], 'packageType').some(
    ({ attributes }) => attributes.get('name') === 'SymbolsPackage',
  )

/** Reads a manifest; undefined where it names no package and version. */
const readNuspec = (xml: string): Nuspec | undefined => {
  const [metadata] = within(parseXml(xml), 'metadata')
  const [id, version] = [textIn(metadata, 'id'), textIn(metadata, 'version')]
  if (metadata === undefined || id === '' || version === '') return undefined
  const shown = SHOWN.flatMap((name) => {
    const text = textIn(metadata, name)
    return text === '' ? [] : [[name, text]]
  })
  const document = { ...Object.fromEntries(shown), dependencyGroups: groupsIn(metadata) }
  return { id, version, isSymbols: isSymbols(metadata), document }
}

const isManifest = (path: string): boolean => /^[^/\\]+\.nuspec$/i.test(path)

const bytesOf = async ({ content }: ZipEntry): Promise<Buffer | undefined> => {
  const chunks: Array<Uint8Array> = []
  try {
    for await (const chunk of content) chunks.push(chunk)
  } catch {
    // The archive is damaged, or unpacks to something else than it says.
    return undefined
  }
  return Buffer.concat(chunks)
}

const BYTE_ORDER_MARK = /^\ufeff/

/** Reads the manifest at the root of a package; undefined where there is none that can be read. */
export const nuspecIn = async (
  open: () => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<Nuspec | undefined> => {
  const entry = await zipEntry(open, isManifest)
  if (entry === undefined || entry.size > MAX_BYTES) return undefined
  const bytes = await bytesOf(entry)
  return bytes === undefined ? undefined : readNuspec(bytes.toString('utf8').replace(BYTE_ORDER_MARK, ''))
}
