import { boolean, type Fields, inRelease, nothing, record, type Shape, text } from '../../shape.js'

const kas: Shape = record(undefined, { enabled: boolean, externalUrl: nothing, version: nothing })

const versionFields: Fields = {
  version: text,
  revision: text,
  enterprise: inRelease('metadata.enterprise', boolean),
}

/** The served release. */
export const instanceVersionShape: Shape = record('Version', {
  ...versionFields,
  kas: inRelease('version.metadata', kas),
})

export const metadataShape: Shape = record('Metadata', { ...versionFields, kas })

/** An empty object. */
export const messageShape: Shape = record('Message', { message: text })
