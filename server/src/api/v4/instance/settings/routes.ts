import type { Forge } from '@forgefold/core/app'
import { letWaitingIn } from '@forgefold/core/domains/identity/user'
import {
  editionOf,
  hostOf,
  readSettings,
  type SettingsNeighbours,
  type SettingsRecord,
  updateSettings,
} from '@forgefold/core/domains/instance/settings'
import * as E from 'fp-ts/lib/Either.js'
import { type Route, respond, route } from '../../../../http/index.js'
import { presentSettings } from './presenter.js'
import { settingsParams, settingsSchema } from './schema.js'

const PATH = '/application/settings'

const presentFor =
  (forge: Forge) =>
  (record: SettingsRecord): unknown =>
    presentSettings(record, editionOf(forge), hostOf(forge.instance.externalUrl))

const neighboursOf = (forge: Forge): SettingsNeighbours => ({
  groupId: (path) => forge.read.groups.byFullPath(path)?.id,
  userExists: (username) => forge.read.users.byUsername(username) !== undefined,
})

const given = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))

/** The settings of the instance (docs/reference/behaviour/instance.md#endpoints). */
export const settingsRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area: 'Settings',
    summary: 'Read the settings of the instance',
    door: 'admin',
    params: {},
    success: { status: 200, schemaFor: settingsSchema },
    handler: async ({ forge, principal, command }) =>
      respond(presentFor(forge))(await readSettings(forge, principal, command())),
  }),
  route({
    method: 'PUT',
    path: PATH,
    area: 'Settings',
    summary: 'Change any of the settings, all or nothing',
    door: 'admin',
    params: settingsParams,
    success: { status: 200, schemaFor: settingsSchema },
    handler: async ({ forge, principal, command }, params) => {
      const changed = await updateSettings(forge, principal, given(params), neighboursOf(forge), command())
      // Whoever cannot be let in now is let in at midnight.
      if (E.isRight(changed)) await letWaitingIn(forge, { contextOf: command })
      return respond(presentFor(forge))(changed)
    },
  }),
]
