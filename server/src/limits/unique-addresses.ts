import type { Forge } from '@forgefold/core/app'
import { uniqueAddresses } from '@forgefold/core/domains/instance/limits'
import { forbidden, millisecondsOf, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { Authenticator } from '../auth/authenticator.js'
import type { HttpRequest, HttpResponse, MaybePromise } from '../http/index.js'
import { RecentlySeen } from './recently-seen.js'
import type { FindCaller } from './throttle.js'

/** Records the address of a user, and says whether it is one too many within the window of the settings. Counted in each process. */
export type AddressLimit = (userId: number, address: string) => boolean

export const makeAddressLimit = ({ settings, clock }: Pick<Forge, 'settings' | 'clock'>): AddressLimit => {
  const addresses = new RecentlySeen<string>()
  return (userId, address) => {
    const limit = uniqueAddresses(settings.current())
    if (limit === undefined) return false
    const now = Math.floor(millisecondsOf(clock.now()) / 1000)
    return addresses.note(userId, address, limit, now) > limit.most
  }
}

const refused: HttpResponse = {
  status: 403,
  headers: [['Content-Type', 'text/plain']],
  body: 'Too many logins from different IPs\n',
}

/** The API has a guard of its own after authentication. */
const IS_API = /^\/api(?:\/|$)/

/** Refuses users of the pages, raw files and OAuth who come from too many addresses; runs after the other limits. */
export const withAddressLimit =
  (
    { settings }: Pick<Forge, 'settings'>,
    findCaller: FindCaller,
    exceedsAddressLimit: AddressLimit,
    front: (request: HttpRequest) => MaybePromise<HttpResponse | undefined>,
  ): ((request: HttpRequest) => MaybePromise<HttpResponse | undefined>) =>
  (request) => {
    const before = front(request)
    if (!settings.current().unique_ips_limit_enabled || IS_API.test(request.path)) return before
    const stop = (stopped: HttpResponse | undefined): HttpResponse | undefined => {
      const { caller } = findCaller(request)
      const userId = caller === undefined ? undefined : /^user:(\d+)$/.exec(caller)?.[1]
      return (
        stopped ??
        (userId !== undefined && exceedsAddressLimit(Number(userId), request.remoteAddress) ? refused : undefined)
      )
    }
    return before instanceof Promise ? before.then(stop) : stop(before)
  }

type IdentifyBasic = Authenticator['identifyBasic']

/** The credentials of git clients, unless their users come from too many addresses. */
export const withinAddressLimit =
  (identify: IdentifyBasic, exceedsAddressLimit: AddressLimit): IdentifyBasic =>
  async (basic, from) => {
    const found = await identify(basic, from)
    return E.isRight(found) && found.right.kind === 'user' && exceedsAddressLimit(found.right.userId, from)
      ? refuse(forbidden())
      : found
  }
