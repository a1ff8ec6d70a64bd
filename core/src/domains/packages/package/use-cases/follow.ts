import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { type Reactor, reaction, reactionError } from '../../../../app/reactors.js'
import { idOf, type Rejection, type StoredEvent } from '../../../../kernel/index.js'
import { packageAggregate } from '../decider.js'
import { releaseComposerName } from './composer-name.js'
import { doomPackage } from './doom.js'
import { tellMavenVersions } from './maven.js'

const NAME = 'packages'
const MAVEN = `${NAME} maven`

const must = <A>(done: E.Either<Rejection, A>): A => {
  if (E.isLeft(done)) throw reactionError(NAME, done.left)
  return done.right
}

const released = async (forge: Forge, event: StoredEvent): Promise<void> => {
  const id = Number(idOf(event.stream))
  const { state } = must(await forge.aggregates.load(packageAggregate, id))
  if (state.kind === 'none' || (state.kind === 'live' && state.status !== 'pending_destruction')) return
  must(await releaseComposerName(forge, reaction(forge, NAME, event), state))
  if (state.kind === 'live') must(await tellMavenVersions(forge, reaction(forge, NAME, event, MAVEN), state))
}

const emptied = async (forge: Forge, event: StoredEvent): Promise<void> => {
  for (const id of forge.read.packages.ofProject(Number(idOf(event.stream))))
    must(await doomPackage(forge, reaction(forge, NAME, event, `${NAME} ${id}`), id))
}

/** A package that goes gives its Composer name back, and Maven's lists are told; with a project go its packages. */
export const packageReactor: Reactor = {
  name: NAME,
  filter: {
    categories: ['package', 'project'],
    types: ['PackageStatusChanged', 'PackageDeleted', 'ProjectDeleted'],
  },
  react: (forge, event) => (event.type === 'ProjectDeleted' ? emptied(forge, event) : released(forge, event)),
}
