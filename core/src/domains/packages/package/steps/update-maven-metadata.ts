import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { putText, textOf } from '../../../../app/long-text.js'
import { type Rejection, refuse, unavailable } from '../../../../kernel/index.js'
import { packageAggregate } from '../decider.js'
import { listsNothing, MAVEN_METADATA, withoutPlugin, withVersions } from '../maven-metadata.js'
import { isInstallable } from '../package-type.js'
import type { Identity } from '../state.js'
import { markForDestruction } from './mark-for-destruction.js'
import { withPackageLock } from './package-lock.js'

/** Longer lists, in bytes, are left unchanged. */
const MAX_METADATA_BYTES = 10 * 1024 * 1024

type Rewrite = (xml: string) => string

/** Replaces the list by a new one. */
const replace = async (
  forge: Forge,
  context: CommandContext,
  packageId: number,
  xml: string,
): Promise<E.Either<Rejection, void>> => {
  const digest = await putText(forge.packageFiles, xml)
  if (digest === undefined) return refuse(unavailable('the new list of versions was not kept'))
  const fileId = await forge.numbers.next('package_file')
  if (E.isLeft(fileId)) return fileId
  const { size, sha256, sha1, md5 } = digest
  const file = {
    fileId: fileId.right,
    name: MAVEN_METADATA,
    size,
    sha256,
    sha1,
    md5,
    pipelineId: null,
    packageReference: null,
  }
  const command = { type: 'AddFile', sameName: 'replace', ...file } as const
  const done = await forge.aggregates.execute(packageAggregate, packageId, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Rewrites a list in the repository; an empty list is deleted. */
const rewrite = (
  forge: Forge,
  context: CommandContext,
  identity: Identity,
  change: Rewrite,
): Promise<E.Either<Rejection, void>> =>
  withPackageLock(forge, identity, async () => {
    const { projectId, name } = identity
    const row = forge.read.packages.named(projectId, 'maven', name, null)
    if (row === undefined || !isInstallable(row.status)) return E.right(undefined)
    const file = forge.read.packages.fileNamed(row.id, MAVEN_METADATA)
    const content =
      file === undefined || file.size > MAX_METADATA_BYTES ? undefined : await forge.packageFiles.get(file.sha256)
    if (content === undefined) return E.right(undefined)
    const before = await textOf(content)
    const after = change(before)
    if (after === before) return E.right(undefined)
    return listsNothing(after) ? markForDestruction(forge, context, row.id) : replace(forge, context, row.id, after)
  })

/**
 * Updates `maven-metadata.xml` after a version of an artifact was deleted: that of the artifact lists the remaining versions, and after the
 * last one the artifact is removed from the plugins of its group. Repeating it does no harm. Rejections: `Unavailable`.
 */
export const updateMavenMetadata = async (
  forge: Forge,
  context: CommandContext,
  gone: Identity,
): Promise<E.Either<Rejection, void>> => {
  const { projectId, type, name, version } = gone
  if (type !== 'maven' || version === null || forge.read.projects.byId(projectId) === undefined)
    return E.right(undefined)
  const at = forge.clock.now()
  const versions = forge.read.packages.versionsNamed(projectId, 'maven', name).map((one) => one.version)
  const told = await rewrite(forge, context, { ...gone, version: null }, (xml) => withVersions(xml, versions, at))
  const slash = name.lastIndexOf('/')
  if (E.isLeft(told) || versions.length > 0 || slash < 0) return told
  const [groupId, artifactId] = [name.slice(0, slash), name.slice(slash + 1)]
  const place = { ...gone, name: groupId, version: null }
  return rewrite(forge, context, place, (xml) => withoutPlugin(xml, artifactId, at))
}
