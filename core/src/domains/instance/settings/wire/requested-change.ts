import type * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import type { Edition } from '../edition.js'
import { type RawParameters, type RequestedChange, readRequest } from './read-request.js'

export const editionOf = (forge: Pick<Forge, 'instance'>): Edition => ({
  tier: forge.instance.tier,
  release: forge.instance.release,
})

/** The host of the external URL. */
export const hostOf = (externalUrl: string): string =>
  externalUrl
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')

/** The change requested by the raw parameters of an update. Rejections: `BadParameters` (types, allowed values, required settings). */
export const requestedChange = (
  forge: Pick<Forge, 'instance'>,
  raw: RawParameters,
): E.Either<Rejection, RequestedChange> => readRequest(raw, editionOf(forge), hostOf(forge.instance.externalUrl))
