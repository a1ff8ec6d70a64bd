import { type ZipEntry, zipEntry } from '@forgefold/adapters/zip'
import { parseXml, type XmlElement } from './xml.js'

/** The dependencies of a package for one target framework, or for any. */
export interface DependencyGroup {
  readonly targetFramework?: string
  readonly dependencies: ReadonlyArray<{ readonly id: string; readonly range: string }>
}

/** The content of a package's manifest (the `.nuspec` file reference of NuGet), as far as the protocol shows it. */
export interface Nuspec {
  readonly id: string
  readonly version: string
  readonly isSymbols: boolean
  /** Stored with the version and shown. */
  readonly document: Readonly<Record<string, unknown>>
}

/** The most bytes of a manifest. */
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

/** Dependencies are in groups or, in old manifests, directly in the list. */
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

/** Parses a manifest; undefined where it has no id or version. */
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
    // The archive is damaged, or has another size than it declares.
    return undefined
  }
  return Buffer.concat(chunks)
}

const BYTE_ORDER_MARK = /^\ufeff/

/** Reads the manifest at the root of a package; undefined where it is missing or malformed. */
export const nuspecIn = async (
  open: () => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<Nuspec | undefined> => {
  const entry = await zipEntry(open, isManifest)
  if (entry === undefined || entry.size > MAX_BYTES) return undefined
  const bytes = await bytesOf(entry)
  return bytes === undefined ? undefined : readNuspec(bytes.toString('utf8').replace(BYTE_ORDER_MARK, ''))
}
