import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import type { Instant, Rejection } from '../../../../kernel/index.js'
import { packageAggregate } from '../decider.js'
import { releaseComposerName } from '../steps/composer-name.js'

export interface Collection {
  /** Packages marked for destruction before this moment are deleted. */
  readonly markedBefore: Instant
  /** Unreferenced files written before this moment (epoch milliseconds of the machine) are deleted. */
  readonly writtenBefore: number
  /** Whether something other than a package refers to these bytes: artifacts of jobs are in the same store. */
  readonly isKeptElsewhere: (sha256: string) => boolean
}

export interface Collected {
  readonly packages: number
  readonly blobs: number
}

/** Deletes a marked package; its Composer name is released once more, in case the first release was interrupted. */
const end = async (forge: Forge, context: CommandContext, id: number): Promise<E.Either<Rejection, void>> => {
  const done = await forge.aggregates.execute(
    packageAggregate,
    id,
    { type: 'Delete' },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(done)) return done
  return done.right.state.kind === 'none' ? E.right(undefined) : releaseComposerName(forge, context, done.right.state)
}

/** Packages, Terraform states and large files of repositories share one store. */
const isKept = ({ read }: Forge, sha256: string): boolean =>
  read.packages.isReferenced(sha256) ||
  read.terraformStates.isReferenced(sha256) ||
  read.lfsObjects.isReferenced(sha256)

/**
 * Deletes packages that are marked for destruction, and files that nothing refers to.
 *
 * Recent files are kept, because an upload writes its file before the event that refers to it; writing the same bytes again makes them recent.
 * Rejections: `Unavailable`.
 */
export const collectPackages: UseCase<Collection, Collected> = async (
  forge,
  { context },
  { markedBefore, writtenBefore, isKeptElsewhere },
) => {
  let packages = 0
  for (const id of forge.read.packages.markedForDestruction(markedBefore)) {
    const ended = await end(forge, context, id)
    if (E.isLeft(ended)) return ended
    packages++
  }
  let blobs = 0
  for await (const { sha256, writtenAt } of forge.packageFiles.list()) {
    if (writtenAt >= writtenBefore || isKept(forge, sha256) || isKeptElsewhere(sha256)) continue
    if (await forge.packageFiles.removeOlder(sha256, writtenBefore)) blobs++
  }
  return E.right({ packages, blobs })
}
