import type { Forge } from '../../../../app/forge.js'
import { isLongText, storeText } from '../../../../app/long-text.js'
import type { PackageMetadata } from '../commands.js'

export type MetadataDocument = Readonly<Record<string, unknown>>

/** Prepares a document for an event: a long one is stored as a file first. */
export const keepMetadata = async (forge: Forge, document: MetadataDocument): Promise<PackageMetadata | undefined> => {
  const text = JSON.stringify(document)
  if (!isLongText(text)) return { metadata: document, blob: null }
  const blob = await storeText(forge.packageFiles, text)
  return blob === undefined ? undefined : { metadata: {}, blob }
}

/** The stored document of a chart version: its `Chart.yaml` and its channels. */
export const helmDocument = (chart: MetadataDocument, channels: ReadonlyArray<string>): MetadataDocument => ({
  chart,
  channels,
})

/** The channels of a version. */
export const channelsIn = (document: MetadataDocument): ReadonlyArray<string> =>
  (document['channels'] as ReadonlyArray<string> | undefined) ?? []
