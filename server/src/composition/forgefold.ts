import { mkdir, rm } from 'node:fs/promises'
import { type MovableClock, pause } from '@forgefold/adapters/clock'
import { sha256, signingKeyId } from '@forgefold/adapters/crypto'
import { GitFailed } from '@forgefold/adapters/git'
import type { RunningReadModel } from '@forgefold/adapters/read-model'
import { isDamage } from '@forgefold/adapters/sqlite'
import type { Forge } from '@forgefold/core/app'
import { historyTree } from '@forgefold/core/audit'
import type { ProtectedPaths } from '@forgefold/core/domains/instance/limits'
import { categoryOf } from '@forgefold/core/kernel'
import { publicEndpoints } from '../api/public-endpoints/index.js'
import { apiRoutes } from '../api/v4/index.js'
import { historyRoutes, publishHistory } from '../audit/index.js'
import {
  deployTokens,
  Freshness,
  jobTokens,
  makeAuthenticator,
  oauthTokens,
  personalAccessTokens,
  presentedIn,
} from '../auth/index.js'
import { gitMounts, projectByPath } from '../git-http/index.js'
import {
  type ApplicationOptions,
  type AsOf,
  behindProxies,
  guessedBase,
  type HttpHandler,
  InFlightRequests,
  makeApplication,
  NO_PROXIES,
  RequestLoad,
  type Served,
  type ServedEndpoint,
  type Sunsets,
  servedEndpoints,
  type TrustedProxies,
} from '../http/index.js'
import {
  type AddressLimit,
  type CallerLookup,
  callerOf,
  makeAddressLimit,
  makeSettingsGuard,
  makeThrottle,
  requireFreshRevocations,
  withAddressLimit,
  withinAddressLimit,
  withMaintenance,
} from '../limits/index.js'
import { makeIdTokens, oauthRoutes } from '../oauth/index.js'
import { documentationRoutes } from '../openapi/index.js'
import { clockRoutes, type Metrics, makeMetrics, operationsRoutes } from '../operations/index.js'
import { deprecationPages, pageRoutes } from '../pages/index.js'
import { resourcePage } from '../pages/resources/index.js'
import { repositoryFilesMounts } from '../raw-files/index.js'
import { openAsOfInstance } from './as-of-instance.js'
import { auditorOf } from './auditor-of.js'
import { noBackgroundWork, startBackgroundWork } from './background-work.js'
import { commandContextFor } from './command-context.js'
import { compose } from './container.js'
import { lockDataDirs } from './data-dir-lock.js'
import { forgeOver, type OpenForgeOver, readOnlyForge } from './forge-over.js'
import { TOKENS } from './injection-tokens.js'
import { watchLoad } from './load-gauges.js'
import { type CompositionOptions, checkInstance } from './options.js'
import { storeDeadline } from './store-deadline.js'

export interface ForgefoldOptions extends CompositionOptions {
  /** How often one address may knock where passwords are tried; as often as it likes where this is missing. */
  readonly protectedPaths?: ProtectedPaths
  /** Whose word about a client's address, host and scheme counts; nobody's where it is missing. */
  readonly trustedProxies?: TrustedProxies
  /** Nobody said how clients see the instance, so its external URL is a guess: links follow what a trusted proxy was asked for, and loopback names. */
  readonly guessedExternalUrl?: boolean
  /** Given where administrators may move the clock, for tests; it has to be the `clock` too. */
  readonly movableClock?: MovableClock
  /** For how long a silent server that holds the duties is respected by the others, in milliseconds; default 30,000. */
  readonly leaseTerm?: number
  /** Where several servers share a history: how long another's revocation of a token may go unseen at the most, in milliseconds; default 1,000. */
  readonly revocationLag?: number
  /** How long one request may wait for the history, in milliseconds and in all; default 15,000. */
  readonly eventStoreDeadline?: number
  /** Requests in work at a time; what comes above them is answered 503. Default: 1000; 0: no bound. */
  readonly maxRequests?: number
  /** The instance is served as it was then, to those who may look back, and changes nothing. */
  readonly asOf?: AsOf
  /** When the operator means to move to a newer API release, for `Sunset` headers. */
  readonly sunsets?: Sunsets
  readonly onServed?: (served: Served) => void
  /** Told of each defect; must not throw. */
  readonly onDefect?: (error: unknown, where: string) => void
  /** Told why a request could not be served, in words from inside; must not throw. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
  /** Told of each conversation with git that broke off; must not throw. */
  readonly onBrokenOff?: (error: unknown, requestId: string) => void
}

const DEFAULT_DEADLINE_MS = 15_000

/** A forge at work. */
export interface Forgefold {
  readonly forge: Forge
  readonly readModel: RunningReadModel
  /** The same forge over a history from which events may be missing; to be closed by its read model. */
  readonly over: OpenForgeOver
  readonly metrics: Pick<Metrics, 'gauge' | 'uncaught'>
  /** Answers a request; give it to a transport. */
  readonly handler: HttpHandler
  /** Everything that it answers. */
  readonly places: () => ReadonlyArray<ServedEndpoint>
  /** Lets what was asked come to its end (5 seconds at most), ends reactors and projections, then closes every store. */
  readonly close: () => Promise<void>
}

const MOST_REQUESTS = 1000

/** What stands in front of every request: throttles, then maintenance mode. */
const frontOf = (
  forge: Forge,
  whoIs: CallerLookup,
  isTooMany: AddressLimit,
  { protectedPaths }: ForgefoldOptions,
): ReturnType<typeof makeThrottle> => {
  const throttle = makeThrottle({ forge, whoIs, ...(protectedPaths === undefined ? {} : { protectedPaths }) })
  return withAddressLimit(forge, whoIs, isTooMany, withMaintenance(forge, whoIs, throttle))
}

/** A server that is alone sees its own revocations at once. */
const freshnessOf = (forge: Forge, { local, revocationLag = 1000 }: ForgefoldOptions): Freshness | undefined =>
  local === undefined
    ? undefined
    : new Freshness({ events: forge.events, read: forge.read, longest: revocationLag, now: () => performance.now() })

/** Composes an instance and brings its read model up to date; no socket is opened. Throws `RangeError` for a release or tier that there is not, `DataDirInUse` where another process has its folders. */
export const createForgefold = async (options: ForgefoldOptions): Promise<Forgefold> => {
  checkInstance(options.instance)
  for (const folder of [options.data, options.local])
    if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  const places = lockDataDirs(options)
  try {
    const forgefold = await assemble(options)
    return { ...forgefold, close: () => forgefold.close().finally(places.close) }
  } catch (error) {
    places.close()
    throw error
  }
}

const assemble = async (options: ForgefoldOptions): Promise<Forgefold> => {
  const metrics = makeMetrics()
  const scope = await compose({
    ...options,
    onAppended: metrics.appended,
    onDamage: (notice) => options.onDefect?.(new Error(notice), 'read model'),
  })
  scope.register(TOKENS.auditor, { useFactory: auditorOf(options) })
  const forge = scope.resolve(TOKENS.forge)
  const readModel = scope.resolve(TOKENS.readModel)
  const { guessLimiter } = forge
  const { ports = {}, requestIds = forge.ids } = options
  const authenticator = makeAuthenticator(
    options.asOf === undefined ? forge : readOnlyForge(forge),
    [deployTokens, jobTokens, oauthTokens, personalAccessTokens],
    guessLimiter,
  )
  metrics.watch(forge.events, readModel)
  readModel.projector.onApplied(authenticator.forget)
  readModel.projector.onApplied((events) => forge.mergeRequestFragments.applied(events))
  // A change made through another server is seen here as soon as its event is.
  readModel.projector.onApplied((events) => {
    if (events.some(({ stream }) => categoryOf(stream) === 'settings')) void forge.settings.reload()
  })
  const past = await openAsOfInstance(scope, options, {
    authenticator,
    asOf: options.asOf,
    onFailure: (error) => options.onDefect?.(error, 'copies of the read model'),
  })
  scope.register(TOKENS.historicalForges, { useValue: past.forges })
  await readModel.projector.start()
  await forge.settings.fresh()
  scope.resolve(TOKENS.images).loadProxy()
  const idTokens = makeIdTokens(() => scope.resolve(TOKENS.signingKey), signingKeyId)
  // On disk a damaged key shows at the start, not at somebody's first sign-in.
  if (options.data !== undefined) await idTokens()
  const onDefect = (error: unknown, where: string): void => {
    metrics.uncaught()
    if (isDamage(error)) readModel.markDamaged()
    options.onDefect?.(error, where)
  }
  const load = new RequestLoad(options.maxRequests === 0 ? undefined : (options.maxRequests ?? MOST_REQUESTS))
  watchLoad(metrics, forge, load)
  const tiles = scope.resolve(TOKENS.treeTiles)
  const tree = historyTree({ events: forge.events, tiles, sha256, pause })
  const published = publishHistory(tree, tiles, scope.resolve(TOKENS.historyKey), (error) =>
    onDefect(error, 'history tree'),
  )
  const duties =
    options.asOf === undefined
      ? await startBackgroundWork(forge, {
          checkpoints: scope.resolve(TOKENS.checkpoints),
          isAlone: options.local === undefined,
          leaseTerm: options.leaseTerm,
          onDefect,
        })
      : noBackgroundWork
  const isTooMany = makeAddressLimit(forge)
  const baseUrl = options.guessedExternalUrl === true ? guessedBase(forge.instance.externalUrl) : undefined
  const application: ApplicationOptions = {
    forge,
    scopeOf: storeDeadline(forge, options.eventStoreDeadline ?? DEFAULT_DEADLINE_MS),
    authenticate: authenticator.identify,
    authenticateBasic: authenticator.identifyByToken,
    commandContext: commandContextFor(forge, requestIds),
    guard: makeSettingsGuard(isTooMany),
    throttle: requireFreshRevocations(
      freshnessOf(forge, options),
      frontOf(forge, callerOf(authenticator), isTooMany, options),
    ),
    routes: apiRoutes,
    documented: publicEndpoints,
    plainRoutes: [
      ...deprecationPages,
      ...historyRoutes(published),
      ...documentationRoutes(apiRoutes, forge.instance),
      ...oauthRoutes(idTokens, guessLimiter),
      ...pageRoutes(guessLimiter, published.checkpoint),
      ...(options.movableClock === undefined
        ? []
        : clockRoutes(
            options.movableClock,
            ({ request }) =>
              authenticator.identify(
                presentedIn(request.headers, () => undefined),
                { method: 'PUT' },
              ),
            duties.again,
          )),
      ...operationsRoutes({ events: forge.events, readModel, metrics, settings: forge.settings }),
    ],
    mounts: [
      ...gitMounts({
        forge,
        identifyBasic: withinAddressLimit(authenticator.identifyBasic, isTooMany),
        project: projectByPath,
        commandContext: commandContextFor(forge, requestIds),
        baseUrl: baseUrl ?? (() => forge.instance.externalUrl),
      }),
      ...repositoryFilesMounts({
        commandContext: commandContextFor(forge, requestIds),
        identify: (request) => {
          const given = new URLSearchParams(request.query)
          const presented = presentedIn(request.headers, (name) => given.get(name) ?? undefined)
          return authenticator.identify(presented, { method: request.method, scopes: ['read_repository'] }, request)
        },
      }),
    ],
    otherPages: (request, bounded) => resourcePage(handler)(request, bounded),
    requestId: requestIds.uuid,
    load,
    asOfReads: past.asOfReads,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    onDefect,
    // What a client sends may end a conversation with git; anything else that breaks off is a defect.
    onBrokenOff: (error, requestId) => {
      if (error instanceof GitFailed) options.onBrokenOff?.(error, requestId)
      else onDefect(error, requestId)
    },
    onServed: (served) => {
      metrics.requests.note(served)
      options.onServed?.(served)
    },
    onDeprecatedUse: metrics.deprecatedUse,
    ...(options.onUnavailable === undefined ? {} : { onUnavailable: options.onUnavailable }),
    ...(options.sunsets === undefined ? {} : { sunsets: options.sunsets }),
  }
  const handler = makeApplication(application)
  const inFlight = new InFlightRequests()
  const close = async (): Promise<void> => {
    await inFlight.ended()
    await past.close()
    await duties.stop()
    await published.stop()
    await readModel.close()
    if (ports.events === undefined) await forge.events.close()
    if (ports.git === undefined) await forge.git.close()
    const repositories = scope.resolve(TOKENS.repositories)
    if (options.data === undefined && repositories !== undefined)
      await rm(repositories, { recursive: true, force: true })
    for (const name of ['checkpoints', 'deliveryLog', 'snapshots', 'personalData'] as const) {
      if (name !== 'deliveryLog' && ports[name] !== undefined) continue
      const kept = scope.resolve<object>(TOKENS[name])
      if ('close' in kept && typeof kept.close === 'function') await kept.close()
    }
  }
  const served = behindProxies(options.trustedProxies ?? NO_PROXIES, handler)
  const places = () => servedEndpoints(application)
  return { forge, readModel, over: forgeOver(scope, options), metrics, handler: inFlight.follow(served), places, close }
}
