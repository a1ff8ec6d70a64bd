import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../access/index.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import type { FieldErrors, Rejection } from '../../../kernel/index.js'
import { SETTINGS_ID, type SettingsCommand, settings } from './aggregate.js'
import type { SettingValue } from './catalogue/attribute.js'
import type { SettingName } from './catalogue/index.js'
import { toStoredValues } from './sealing.js'
import type { SettingsRecord } from './view.js'
import type { RequestedChange } from './wire/read-request.js'
import { editionOf } from './wire/requested-change.js'

/** What settings refer to in other domains, and the consequences of a change there; the composition implements it. */
export interface SettingsReferences {
  /** The id of the group with this path. */
  readonly groupId: (path: string) => number | undefined
  /** Whether a user has this name. */
  readonly userExists: (username: string) => boolean
  /** Called after each change, before the response; daily jobs make up for failures. */
  readonly changed: (context: CommandContext) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly settingsReferences: SettingsReferences
  }
}

/** What the use cases of settings need. */
export type SettingsPorts = Pick<
  Forge,
  'aggregates' | 'blobs' | 'instance' | 'patterns' | 'secretBox' | 'secrets' | 'settings' | 'settingsReferences'
>

const execute = async (
  forge: SettingsPorts,
  command: SettingsCommand,
  context: CommandContext,
): Promise<E.Either<Rejection, SettingsRecord>> => {
  const done = await forge.aggregates.execute(settings, SETTINGS_ID, command, context)
  return E.isLeft(done) ? done : E.right(await forge.settings.adopt(done.right))
}

/**
 * Reads the settings without any cache; the first read establishes them where writing is possible, and a read of the past shows what it would
 * have established. Rejections: `Unauthenticated`, `Forbidden`, `Unavailable`.
 */
export const readSettings: UseCase<void, SettingsRecord, SettingsPorts> = async (forge, { principal, context }) => {
  const allowed = administrator(principal)
  if (E.isLeft(allowed)) return allowed
  const record = await forge.settings.reload()
  if (E.isLeft(record) || record.right.createdAt !== undefined) return record
  const { at } = context
  const established = await execute(forge, { type: 'Establish', at }, context)
  if (E.isRight(established) || established.left.kind !== 'NotAllowed') return established
  return E.right({ ...record.right, createdAt: at, updatedAt: record.right.updatedAt ?? at })
}

const unknownUsers = (
  values: ReadonlyMap<SettingName, SettingValue>,
  { userExists }: SettingsReferences,
): FieldErrors => {
  const names = values.get('git_rate_limit_users_allowlist')
  const missing = Array.isArray(names) ? (names as ReadonlyArray<string>).filter((name) => !userExists(name)) : []
  if (missing.length === 0) return {}
  return {
    git_rate_limit_users_allowlist: [`should be an array of existing usernames. ${missing.join(', ')} does not exist`],
  }
}

/** Regular expressions that JavaScript accepts and the linear-time engine does not. */
const untriedPatterns = (values: ReadonlyMap<SettingName, SettingValue>, forge: SettingsPorts): FieldErrors => {
  const pattern = values.get('user_default_internal_regex')
  if (typeof pattern !== 'string' || pattern === '' || forge.patterns.compile(pattern) !== undefined) return {}
  return { user_default_internal_regex: ['is invalid'] }
}

/**
 * Changes any of the settings, all or none, and returns all of them.
 *
 * Rejections: `Unauthenticated`, `Forbidden`, `Invalid` (values and interlocks), `TooLarge`, `Unavailable`.
 */
export const updateSettings: UseCase<RequestedChange, SettingsRecord, SettingsPorts> = async (
  forge,
  { principal, context },
  change,
) => {
  const allowed = administrator(principal)
  if (E.isLeft(allowed)) return allowed
  const { performanceBarGroup: path, findings } = change
  const values = new Map(change.values)
  if (path !== undefined)
    values.set(
      'performance_bar_allowed_group_id',
      path === null ? null : (forge.settingsReferences.groupId(path) ?? null),
    )
  const stored = await toStoredValues(forge, values)
  if (E.isLeft(stored)) return stored
  const command: SettingsCommand = {
    type: 'Change',
    at: context.at,
    edition: editionOf(forge),
    values: stored.right,
    findings: { ...unknownUsers(values, forge.settingsReferences), ...untriedPatterns(values, forge), ...findings },
  }
  const changed = await execute(forge, command, context)
  if (E.isRight(changed)) await forge.settingsReferences.changed(context)
  return changed
}
