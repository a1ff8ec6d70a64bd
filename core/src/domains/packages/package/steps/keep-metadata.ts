import type { Forge } from '../../../../app/forge.js'
import { isLongText, storeText } from '../../../../app/long-text.js'
import type { PackageMetadata } from '../commands.js'

export type MetadataDocument = Readonly<Record<string, unknown>>

/** Makes a document ready for an event: a long one goes to the store of files first. */
export const keepMetadata = async (forge: Forge, document: MetadataDocument): Promise<PackageMetadata | undefined> => {
  const text = JSON.stringify(document)
  if (!isLongText(text)) return { metadata: document, blob: null }
  const blob = await storeText(forge.packageFiles, text)
  return blob === undefined ? undefined : { metadata: {}, blob }
}

/** What is kept of a version: its `Chart.yaml`, and the channels that it was published to. */
export const helmDocument = (chart: MetadataDocument, channels: ReadonlyArray<string>): MetadataDocument => ({
  chart,
  channels,
})

/** The channels that a version was published to. */
export const channelsIn = (document: MetadataDocument): ReadonlyArray<string> =>
  (document['channels'] as ReadonlyArray<string> | undefined) ?? []
