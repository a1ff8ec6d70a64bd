import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { isLongText, keepText, keptText } from '../../../../app/long-text.js'
import { type Rejection, refuse, tooLarge } from '../../../../kernel/index.js'
import type { PackageMetadata } from '../commands.js'
import { packageAggregate } from '../decider.js'

export type MetadataDocument = Readonly<Record<string, unknown>>

/** Makes a document ready for an event: a long one goes to the store of files first. */
export const keepMetadata = async (forge: Forge, document: MetadataDocument): Promise<PackageMetadata | undefined> => {
  const text = JSON.stringify(document)
  if (!isLongText(text)) return { metadata: document, blob: null }
  const blob = await keepText(forge.packageFiles, text)
  return blob === undefined ? undefined : { metadata: {}, blob }
}

/** The document, wherever it is kept; empty where it is lost. */
export const documentOf = async (forge: Forge, { metadata, blob }: PackageMetadata): Promise<MetadataDocument> => {
  if (blob === null) return metadata
  const text = await keptText(forge.packageFiles, blob)
  return text === undefined ? {} : (JSON.parse(text) as MetadataDocument)
}

/** Gives a package another document. Rejections: `RecordNotFound`; `TooLarge`. */
export const setMetadata = async (
  forge: Forge,
  context: CommandContext,
  packageId: number,
  document: MetadataDocument,
): Promise<E.Either<Rejection, void>> => {
  const kept = await keepMetadata(forge, document)
  if (kept === undefined) return refuse(tooLarge)
  const set = await forge.aggregates.execute(packageAggregate, packageId, { type: 'SetMetadata', ...kept }, context)
  return E.isLeft(set) ? set : E.right(undefined)
}
