import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, Lookup, UseCase } from '../../../../app/forge.js'
import { storedText } from '../../../../app/long-text.js'
import { type Rejection, refuse, tooLarge } from '../../../../kernel/index.js'
import type { PackageMetadata } from '../commands.js'
import { packageAggregate } from '../decider.js'
import { keepMetadata, type MetadataDocument } from '../steps/keep-metadata.js'
import { authorizeRegistry, type NamedPackage } from './fetch.js'

/** The document, from the event or the store; empty where it is missing. */
export const documentOf: Lookup<PackageMetadata, Promise<MetadataDocument>> = async (forge, { metadata, blob }) => {
  if (blob === null) return metadata
  const text = await storedText(forge.packageFiles, blob)
  return text === undefined ? {} : (JSON.parse(text) as MetadataDocument)
}

const setMetadata = async (
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

/** Which versions of an npm package are deprecated, and why. */
export interface DeprecateVersions extends NamedPackage {
  /** The message by version; undefined ends the deprecation. Omitted versions stay as they are. */
  readonly messages: ReadonlyMap<string, string | undefined>
}

/** Deprecates versions of an npm package, or takes that back. Rejections: as `authorizeRegistry`; `RecordNotFound`; `TooLarge`. */
export const deprecateVersions: UseCase<DeprecateVersions, void> = async (forge, caller, input) => {
  const { project, name, messages } = input
  const access = authorizeRegistry(forge, caller, { project, type: 'npm', ability: 'create_package' })
  if (E.isLeft(access)) return access
  for (const row of forge.read.packages.versionsNamed(access.right.project.id, 'npm', name)) {
    const document = await documentOf(forge, row)
    const message = messages.get(row.version)
    if (!messages.has(row.version) || document['deprecated'] === message) continue
    const { deprecated: _, ...rest } = document
    const next = message === undefined ? rest : { ...rest, deprecated: message }
    const set = await setMetadata(forge, withNewCommandId(forge, caller.context), row.id, next)
    if (E.isLeft(set)) return set
  }
  return E.right(undefined)
}
