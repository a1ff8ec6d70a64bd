import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../access/index.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { invalid, refuse } from '../../../kernel/index.js'
import { type FeatureFlagCommand, featureFlag, type GateChange } from './aggregate.js'
import type { FeatureFlagRow } from './queries.js'

/** Every feature flag that is set, for administrators. Rejections: `Unauthenticated`; `Forbidden`. */
export const listFeatureFlags: Query<void, ReadonlyArray<FeatureFlagRow>> = (forge, { principal }) => {
  const admin = administrator(principal)
  return E.isLeft(admin) ? admin : E.right(forge.read.featureFlags.list())
}

const NAME = /^[a-zA-Z0-9_.-]{1,255}$/

/** A feature with the new value of a gate. */
export interface SetFeatureFlag {
  readonly name: string
  readonly change: GateChange
}

/** Sets a gate of a feature. Rejections: `Unauthenticated`; `Forbidden`; `Invalid` (name, value). */
export const setFeatureFlag: UseCase<SetFeatureFlag, FeatureFlagRow> = async (
  forge,
  { principal, context },
  { name, change },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  if (!NAME.test(name)) return refuse(invalid({ name: ['is invalid'] }))
  const command: FeatureFlagCommand = { type: 'Set', name, change }
  const done = await forge.aggregates.execute(featureFlag, name, command, context)
  return E.isLeft(done) ? done : E.right({ name, gates: done.right.state.gates })
}

/** Deletes a feature flag; nothing where it is not set. Rejections: `Unauthenticated`; `Forbidden`. */
export const deleteFeatureFlag: UseCase<string, void> = async (forge, { principal, context }, name) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  if (!NAME.test(name)) return E.right(undefined)
  const gone = await forge.aggregates.execute(featureFlag, name, { type: 'Delete' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
