import * as t from 'io-ts'
import { SCOPES } from '../../../access/principal.js'
import { codecs } from '../../../kernel/index.js'
import type { PersonalAccessTokenState } from './state.js'

/** A token that is used for years has many uses behind it. */
export const personalAccessTokenSnapshot: t.Type<PersonalAccessTokenState, unknown, unknown> = t.union([
  t.type({ kind: t.literal('none') }),
  t.type({
    kind: t.literal('issued'),
    userId: codecs.safeInteger,
    name: t.string,
    scopes: t.readonlyArray(codecs.oneOf(SCOPES)),
    expiresAt: codecs.nullable(codecs.day),
    digest: t.string,
    impersonation: t.boolean,
    revoked: t.boolean,
    usedAt: codecs.nullable(codecs.instant),
  }),
])
