import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import type { StillHoldsName } from '../../../app/reservations.js'
import type { ReservedName } from '../../../kernel/index.js'
import { categoryOf, idOf, type StreamName } from '../../../kernel/index.js'
import { user } from '../../identity/user/decider.js'
import { openProfile } from '../../identity/user/profile.js'
import { emailAddress, pathUnder, projectNameUnder } from '../../naming/reserved-names.js'
import { group } from '../group/decider.js'
import { project } from '../project/decider.js'

/** The names that a user, group or project goes by now; undefined where that cannot be said. */
const namesOf = async (forge: Forge, holder: StreamName): Promise<ReadonlyArray<ReservedName> | undefined> => {
  const id = idOf(holder)
  switch (categoryOf(holder)) {
    case user.category: {
      const loaded = await forge.aggregates.load(user, id)
      if (E.isLeft(loaded)) return undefined
      const { state } = loaded.right
      const profile = state.kind === 'live' ? openProfile(forge.personalData, Number(id), state.profile) : undefined
      return profile === undefined ? [] : [pathUnder(null, profile.username), emailAddress(profile.email)]
    }
    case group.category: {
      const loaded = await forge.aggregates.load(group, id)
      if (E.isLeft(loaded)) return undefined
      const { state } = loaded.right
      return state.kind === 'live' ? [pathUnder(state.parentId, state.path)] : []
    }
    case project.category: {
      const loaded = await forge.aggregates.load(project, id)
      if (E.isLeft(loaded)) return undefined
      const { state } = loaded.right
      return state.kind === 'live'
        ? [pathUnder(state.namespaceId, state.path), projectNameUnder(state.namespaceId, state.name)]
        : []
    }
    default:
      return undefined
  }
}

/** Tells whether the holder of a path, project name or address still goes by it. */
export const bearing =
  (forge: Forge): StillHoldsName =>
  async (holder, wanted) => {
    const names = await namesOf(forge, holder)
    return names === undefined || names.some(({ kind, name }) => kind === wanted.kind && name === wanted.name)
  }
