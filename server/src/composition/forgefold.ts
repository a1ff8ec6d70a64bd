import { existsSync } from 'node:fs'
import { signingKeyId } from '@forgefold/adapters/crypto'
import { GitFailed } from '@forgefold/adapters/git'
import { isDamage } from '@forgefold/adapters/sqlite'
import { categoryOf } from '@forgefold/core/kernel'
import { apiRoutes } from '../api/v4/index.js'
import { deployTokens, jobTokens, makeAuthenticator, oauthTokens, personalAccessTokens } from '../auth/index.js'
import {
  type ApplicationOptions,
  behindProxies,
  InFlightRequests,
  inferredBaseUrl,
  makeApplication,
  NO_PROXIES,
  RequestLoad,
  servedEndpoints,
} from '../http/index.js'
import {
  askExternalAuthorizationOfCall,
  makeAddressLimit,
  makeSettingsGuard,
  requireFreshRevocations,
} from '../limits/index.js'
import { makeIdTokens } from '../oauth/index.js'
import { makeMetrics } from '../operations/metrics.js'
import { unroutedPage } from '../pages/index.js'
import { admissionControlOf, revocationFreshnessOf } from './admission-control.js'
import { openAsOfInstance } from './as-of-instance.js'
import { auditorForRequests } from './auditor-for-requests.js'
import { noBackgroundWork, startBackgroundWork } from './background-work.js'
import { CatchUp } from './catch-up.js'
import { commandContextFor } from './command-context.js'
import { checkInstance } from './composition-options.js'
import { compose } from './container.js'
import { lockDataFolders } from './data-folder-lock.js'
import { dataFoldersOf, makeDataFolders, namingFolder, SIGNING_KEY } from './data-folders.js'
import { forgeOnHistory, readOnlyForge } from './forge-on-history.js'
import type { ForgefoldOptions } from './forgefold-options.js'
import { TOKENS } from './injection-tokens.js'
import { registerLoadGauges } from './load-gauges.js'
import { mountsOf } from './mounts.js'
import { openPublishedHistory } from './open-published-history.js'
import { OpenedPorts } from './opened-ports.js'
import { plainRoutesOf } from './plain-routes.js'
import type { Forgefold } from './running-forgefold.js'
import { DEFAULT_DEADLINE_MS, storeDeadline } from './store-deadline.js'

const MAX_REQUESTS = 1000

/**
 * Composes an instance and brings its read model up to date, without opening a socket. Throws `RangeError` for an unknown release or tier,
 * `DataDirInUse` where another process uses its folders, `UnusableFolder` where one cannot be made or written.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { asFetch, createForgefold } from '@forgefold/server'
 *
 * const instance = { externalUrl: 'http://forge.example', tier: 'free', release: '15.3' }
 * const { handler, close } = await createForgefold({ instance })
 * const response = await asFetch(handler)(new Request('http://forge.example/api/v4/projects'))
 * assert.deepEqual(await response.json(), [])
 * await close()
 */
export const createForgefold = async (options: ForgefoldOptions): Promise<Forgefold> => {
  checkInstance(options.instance)
  makeDataFolders(options)
  const places = lockDataFolders(options)
  const opened = new OpenedPorts()
  try {
    const forgefold = await assemble(options, opened)
    return { ...forgefold, close: () => forgefold.close().finally(places.close) }
  } catch (error) {
    await opened.close()
    places.close()
    throw namingFolder(options, error)
  }
}

const assemble = async (options: ForgefoldOptions, opened: OpenedPorts): Promise<Forgefold> => {
  const metrics = makeMetrics()
  const catchUp = new CatchUp(options)
  const notices = {
    onProgress: catchUp.onProgress,
    onAppended: metrics.appended,
    onDamage: (notice: string) => options.onDefect?.(new Error(notice), 'read model'),
    onReadModelDefect: (error: unknown) => options.onDefect?.(error, 'read model'),
  }
  const scope = await compose({ ...options, ...notices }, opened)
  scope.register(TOKENS.auditor, { useFactory: auditorForRequests(options) })
  const forge = scope.resolve(TOKENS.forge)
  const readModel = scope.resolve(TOKENS.readModel)
  const { guessLimiter } = forge
  const { requestIds = forge.ids } = options
  const authenticator = makeAuthenticator(
    options.asOf === undefined ? forge : readOnlyForge(forge),
    [deployTokens, jobTokens, oauthTokens, personalAccessTokens],
    guessLimiter,
  )
  metrics.watch(forge.events, readModel)
  readModel.projector.onApplied(authenticator.forget)
  readModel.projector.onApplied((events) => forge.mergeRequestFragments.applied(events))
  // A change made through another server is seen when its event arrives; a moment later what was written here is known without being read.
  readModel.projector.onApplied((events) => {
    const changed = events.findLast(({ stream }) => categoryOf(stream) === 'settings')
    if (changed !== undefined) setImmediate(() => void forge.settings.follow(changed.revision))
  })
  const past = await openAsOfInstance(scope, options, {
    authenticator,
    asOf: options.asOf,
    onFailure: (error) => options.onDefect?.(error, 'copies of the read model'),
  })
  scope.register(TOKENS.historicalForges, { useValue: past.forges })
  await catchUp.run(readModel, forge.events)
  await forge.settings.fresh()
  scope.resolve(TOKENS.images).loadProxy()
  const idTokens = makeIdTokens(scope.resolve(TOKENS.signingKey), signingKeyId)
  const keptKey = dataFoldersOf(options)?.shared(SIGNING_KEY)
  // A damaged key is reported at the start instead of the first sign-in, which creates a missing one.
  if (keptKey !== undefined && existsSync(keptKey)) await idTokens()
  const onDefect = (error: unknown, where: string): void => {
    metrics.uncaught()
    if (isDamage(error)) readModel.markDamaged()
    options.onDefect?.(error, where)
  }
  const load = new RequestLoad(options.maxRequests === 0 ? undefined : (options.maxRequests ?? MAX_REQUESTS))
  registerLoadGauges(metrics, forge, load)
  const published = openPublishedHistory(scope, options, onDefect)
  const duties =
    options.asOf === undefined
      ? await startBackgroundWork(forge, {
          checkpoints: scope.resolve(TOKENS.checkpoints),
          isAlone: options.local === undefined,
          leaseTerm: options.leaseTerm,
          givenUp: options.givenUp,
          onDefect,
        })
      : noBackgroundWork
  const addressLimit = makeAddressLimit(forge)
  const baseUrl = options.guessedExternalUrl === true ? inferredBaseUrl(forge.instance) : undefined
  const commandContext = commandContextFor(forge, requestIds)
  const inFlight = new InFlightRequests()
  const application: ApplicationOptions = {
    forge,
    scopeOf: storeDeadline(forge, options.eventStoreDeadline ?? DEFAULT_DEADLINE_MS),
    authenticate: authenticator.identify,
    authenticateBasic: authenticator.identifyByToken,
    commandContext,
    guard: makeSettingsGuard(addressLimit),
    prepare: askExternalAuthorizationOfCall(forge),
    throttle: requireFreshRevocations(
      revocationFreshnessOf(forge, options),
      admissionControlOf(forge, authenticator, addressLimit, options),
    ),
    routes: apiRoutes,
    documented: async () => (await import('../api/public-endpoints/index.js')).publicEndpoints(),
    plainRoutes: plainRoutesOf(options, forge, {
      authenticator,
      idTokens,
      published,
      readModel,
      metrics,
      runNow: duties.runNow,
    }),
    mounts: mountsOf(forge, authenticator, commandContext, addressLimit, baseUrl),
    otherPages: (request, bounded) => unroutedPage(handler)(request, bounded),
    requestId: requestIds.uuid,
    load,
    isClosed: () => inFlight.isOver,
    asOfReads: past.asOfReads,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    onDefect,
    // A client may break off a conversation with git; any other failure is a defect.
    onResponseBodyError: (error, requestId) => {
      if (error instanceof GitFailed) options.onResponseBodyError?.(error, requestId)
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
  const close = async (): Promise<void> => {
    await inFlight.ended()
    await past.close()
    await duties.stop()
    await forge.aggregates.namesReleased()
    await published.stop()
    await opened.close()
  }
  const served = behindProxies(options.trustedProxies ?? NO_PROXIES, handler)
  const places = () => servedEndpoints(application)
  const over = forgeOnHistory(scope, options)
  return { forge, readModel, over, metrics, handler: inFlight.follow(served), places, close }
}
