import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import { type Reactor, reaction, reactionError } from '../../../app/reactors.js'
import { idOf, type Rejection, type StoredEvent } from '../../../kernel/index.js'
import { packageAggregate } from './decider.js'
import { releaseComposerName } from './steps/composer-name.js'
import { markForDestruction } from './steps/mark-for-destruction.js'
import { updateMavenMetadata } from './steps/update-maven-metadata.js'

const NAME = 'packages'
const MAVEN = `${NAME} maven`

/** A refused release is tried again, because the name would otherwise stay taken. */
const orThrow = <A>(done: E.Either<Rejection, A>): A => {
  if (E.isLeft(done)) throw reactionError(NAME, done.left)
  return done.right
}

const released = async (forge: Forge, event: StoredEvent): Promise<void> => {
  const id = Number(idOf(event.stream))
  const { state } = orThrow(await forge.aggregates.load(packageAggregate, id))
  if (state.kind === 'none' || (state.kind === 'live' && state.status !== 'pending_destruction')) return
  orThrow(await releaseComposerName(forge, reaction(forge, NAME, event), state))
  if (state.kind === 'live') orThrow(await updateMavenMetadata(forge, reaction(forge, NAME, event, MAVEN), state))
}

const emptied = async (forge: Forge, event: StoredEvent): Promise<void> => {
  for (const id of forge.read.packages.ofProject(Number(idOf(event.stream))))
    orThrow(await markForDestruction(forge, reaction(forge, NAME, event, `${NAME} ${id}`), id))
}

/** Releases the Composer name of a deleted package and updates Maven's metadata; marks the packages of a deleted project for destruction. */
export const packageReactor: Reactor = {
  name: NAME,
  filter: {
    categories: ['package', 'project'],
    types: ['PackageStatusChanged', 'PackageDeleted', 'ProjectDeleted'],
  },
  react: (forge, event) => (event.type === 'ProjectDeleted' ? emptied(forge, event) : released(forge, event)),
}
