import type { Forge } from '@forgefold/core/app'
import {
  editionOf,
  hostOf,
  readSettings,
  requestedChange,
  type SettingsRecord,
  updateSettings,
} from '@forgefold/core/domains/instance/settings'
import * as E from 'fp-ts/lib/Either.js'
import { type Route, respond, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { presentSettings } from './presenter.js'
import { settingsParams, settingsSchema } from './schema.js'

const PATH = '/application/settings'

const presentFor =
  (forge: Forge) =>
  (record: SettingsRecord): unknown =>
    presentSettings(record, editionOf(forge), hostOf(forge.instance.externalUrl))

const given = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))

/** The settings of the instance (docs/reference/behaviour/instance.md#endpoints). */
export const settingsRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area: 'Settings',
    summary: 'Read the settings of the instance',
    caller: 'admin',
    params: {},
    success: { status: 200, schemaFor: settingsSchema },
    handler: async (context) =>
      respond(presentFor(context.forge))(await readSettings(context.forge, callerOf(context))),
  }),
  route({
    method: 'PUT',
    path: PATH,
    area: 'Settings',
    summary: 'Change any of the settings, all or nothing',
    caller: 'admin',
    get params() {
      return settingsParams()
    },
    success: { status: 200, schemaFor: settingsSchema },
    handler: async (context, params) => {
      const { forge } = context
      const change = requestedChange(forge, given(params))
      if (E.isLeft(change)) return change
      return respond(presentFor(forge))(await updateSettings(forge, callerOf(context), change.right))
    },
  }),
]
