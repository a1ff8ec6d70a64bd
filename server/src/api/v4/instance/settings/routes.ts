import type { Forge } from '@forgefold/core/app'
import {
  editionOf,
  hostOf,
  readSettings,
  requestedChange,
  updateSettings,
} from '@forgefold/core/domains/instance/settings'
import * as E from 'fp-ts/lib/Either.js'
import { type Route, respondText, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { type PresentSettings, settingsPresenter } from './presenter.js'
import { settingsParams, settingsSchema } from './schema.js'

const PATH = '/application/settings'

declare module '@forgefold/core/app' {
  interface Forge {
    /** Made by the first answer with settings. */
    readonly settingsPresenting: { present: PresentSettings | undefined }
  }
}

const presentFor = ({ instance, settingsPresenting }: Forge): PresentSettings => {
  settingsPresenting.present ??= settingsPresenter(editionOf({ instance }), hostOf(instance.externalUrl))
  return settingsPresenting.present
}

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
      respondText(presentFor(context.forge))(await readSettings(context.forge, callerOf(context))),
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
      const change = requestedChange(forge, params)
      if (E.isLeft(change)) return change
      return respondText(presentFor(forge))(await updateSettings(forge, callerOf(context), change.right))
    },
  }),
]
