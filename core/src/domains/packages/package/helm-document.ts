import type { MetadataDocument } from './steps/keep-metadata.js'

/** What is kept of a version: its `Chart.yaml`, and the channels that it was published to. */
export const helmDocument = (chart: MetadataDocument, channels: ReadonlyArray<string>): MetadataDocument => ({
  chart,
  channels,
})

/** The channels that a version was published to. */
export const channelsIn = (document: MetadataDocument): ReadonlyArray<string> =>
  (document['channels'] as ReadonlyArray<string> | undefined) ?? []
