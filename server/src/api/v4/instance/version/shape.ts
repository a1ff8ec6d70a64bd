import { boolean, type Fields, nothing, record, type Shape, text } from '../../shape.js'

const versionFields: Fields = { version: text, revision: text }

/** Which release the instance serves. */
export const instanceVersionShape: Shape = record('Version', versionFields)

export const metadataShape: Shape = record('Metadata', {
  ...versionFields,
  kas: record(undefined, { enabled: boolean, externalUrl: nothing, version: nothing }),
})

/** What is answered where nothing else is to be shown. */
export const messageShape: Shape = record('Message', { message: text })
