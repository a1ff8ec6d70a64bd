import { rm } from 'node:fs/promises'
import { ReadModelCopies, type RunningReadModel } from '@forgefold/adapters/read-model'
import { anonymous, type Principal, SCOPES } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { type Authenticator, presentedIn } from '../auth/index.js'
import { askForCredentials, isGitFetch, isGitRequest } from '../git-http/index.js'
import type { AsOf, HttpRequest, LookBack } from '../http/index.js'
import { Moments, makeLookBack } from '../past/index.js'
import { pastPlaces } from './container.js'
import { type Parts, TOKENS } from './injection-tokens.js'
import { openMoment } from './moment.js'
import type { CompositionOptions } from './options.js'

const COPIES = 12
const COPY_EVERY = 50_000
const MOMENTS = 4
const BUILDING = 2
const WAITING = 16
const IDLE_MS = 5 * 60_000

/** Whatever a token may do, it says who holds it. */
const ANY_NEEDS = { method: 'GET', scopes: SCOPES, takesJobToken: true, takesDeployToken: true } as const

/** Who asks by today's credentials; nobody is refused here. */
const identifyBy =
  (authenticator: Pick<Authenticator, 'identify' | 'holderOf'>) =>
  (request: HttpRequest): Principal => {
    const query = new URLSearchParams(request.query)
    const presented = presentedIn(request.headers, (name) => query.get(name) ?? undefined)
    const identified = authenticator.identify(presented, ANY_NEEDS)
    if (identified._tag === 'Left') return anonymous
    if (identified.right.kind !== 'anonymous' || presented.basic === undefined) return identified.right
    return authenticator.holderOf(presented.basic) ?? anonymous
  }

/** The past of an instance, at hand. */
export interface Past {
  readonly lookBack: LookBack
  readonly close: () => Promise<void>
}

/** Copies the rows each time so many events have been applied since the last copy. */
const copyAsItGrows = (copies: ReadModelCopies, readModel: RunningReadModel, every: number, onFailure: OnFailure) => {
  let since = 0
  readModel.projector.onApplied((events) => {
    since += events.length
    if (since < every) return
    since = 0
    copies.take(readModel).catch(onFailure)
  })
}

/** No copy and no moment shows a person who is erased. */
const forgetErased = (
  readModel: RunningReadModel,
  moments: Moments,
  copies: ReadModelCopies | undefined,
  onFailure: OnFailure,
) => {
  readModel.projector.onApplied((events) => {
    if (!events.some(({ type }) => type === 'UserErased')) return
    moments.clear().catch(onFailure)
    copies?.clear().catch(onFailure)
  })
}

type OnFailure = (error: unknown) => void

export interface PastOptions {
  readonly authenticator: Pick<Authenticator, 'identify' | 'holderOf'>
  /** Where every request is answered as of then. */
  readonly asOf?: AsOf | undefined
  readonly onFailure: OnFailure
}

/** To be called before the read model follows the history. */
export const openPast = async (
  scope: Parts,
  options: CompositionOptions,
  { authenticator, asOf, onFailure }: PastOptions,
): Promise<Past> => {
  const forge: Forge = scope.resolve(TOKENS.forge)
  const readModel = scope.resolve(TOKENS.readModel)
  const limits = options.past ?? {}
  const places = pastPlaces(options)
  const copies = places && new ReadModelCopies(places.copies, limits.copies ?? COPIES)
  // What a crash left behind.
  if (places !== undefined) await rm(places.moments, { recursive: true, force: true })
  if (copies !== undefined) {
    await copies.tidy()
    copyAsItGrows(copies, readModel, limits.copyEvery ?? COPY_EVERY, onFailure)
  }
  const sources = {
    scope,
    options,
    repositories: scope.resolve(TOKENS.repositories),
    folder: places?.moments,
    copies,
  }
  const moments = new Moments({
    open: (place) => openMoment(sources, place),
    most: limits.moments ?? MOMENTS,
    building: BUILDING,
    waiting: WAITING,
    idle: IDLE_MS,
  })
  forgetErased(readModel, moments, copies, onFailure)
  const lookBack = makeLookBack({
    events: forge.events,
    clock: forge.clock,
    moments,
    identify: identifyBy(authenticator),
    reads: isGitFetch,
    asksForBasic: isGitRequest,
    askForBasic: askForCredentials,
    ...(asOf === undefined ? {} : { always: asOf }),
  })
  return { lookBack, close: () => moments.close() }
}
