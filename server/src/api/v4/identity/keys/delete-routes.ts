import { removeUserKey, type UserKeyKind } from '@forgefold/core/domains/identity/user-key'
import * as E from 'fp-ts/lib/Either.js'
import { integer, type Route, required, respondNoContent, route, string } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { nothing } from '../../shape.js'
import type { Kind } from './kinds.js'

export const AREA = 'SSH and GPG keys'

export const keyId = required(integer(), 'The number of the key')

export const ofUser = { user_id: required(string(), 'The number or the name of the user') }

export const userIdParam = { user_id: required(integer(), 'The user') }

interface Ending {
  readonly method: 'DELETE' | 'POST'
  readonly last: string
  readonly status: 204 | 202
  readonly verb: string
}

const ENDINGS: Readonly<Record<UserKeyKind, ReadonlyArray<Ending>>> = {
  ssh: [{ method: 'DELETE', last: '', status: 204, verb: 'Remove' }],
  gpg: [
    { method: 'DELETE', last: '', status: 204, verb: 'Remove' },
    { method: 'POST', last: '/revoke', status: 202, verb: 'Revoke' },
  ],
}

export const ending = ({ kind, folder, word }: Kind): ReadonlyArray<Route> =>
  ENDINGS[kind].flatMap(({ method, last, status, verb }) => [
    route({
      method,
      path: `/user/${folder}/:key_id${last}`,
      area: AREA,
      summary: `${verb} one of one's own ${word}s`,
      caller: 'user',
      params: { key_id: keyId },
      success: status === 204 ? { status } : { status, schemaFor: nothing },
      handler: async (context, params) => {
        const ref = { kind, userId: undefined, keyId: params.key_id }
        const gone = await removeUserKey(context.forge, callerOf(context), ref)
        return status === 204 || E.isLeft(gone) ? respondNoContent(gone) : E.right({ status, json: null })
      },
    }),
    route({
      method,
      path: `/users/:user_id/${folder}/:key_id${last}`,
      area: AREA,
      summary: `${verb} one of the ${word}s of a user`,
      caller: 'admin',
      params: { ...userIdParam, key_id: keyId },
      success: status === 204 ? { status } : { status, schemaFor: nothing },
      handler: async (context, params) => {
        const ref = { kind, userId: params.user_id, keyId: params.key_id }
        const gone = await removeUserKey(context.forge, callerOf(context), ref)
        return status === 204 || E.isLeft(gone) ? respondNoContent(gone) : E.right({ status, json: null })
      },
    }),
  ])
