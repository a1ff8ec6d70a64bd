import { pause } from '@forgefold/adapters/clock'
import { gunzip } from '@forgefold/adapters/zip'
import { type Forge, KeyedMutex, RecencyCache } from '@forgefold/core/app'
import { issueNotes, mergeRequestThreads } from '@forgefold/core/domains/conversation/discussion'
import { quickActions } from '@forgefold/core/domains/conversation/quick-action'
import { environmentDeploymentsOf, jobDeploymentsOf } from '@forgefold/core/domains/delivery/deployment'
import { commitPipelinesOf } from '@forgefold/core/domains/delivery/pipeline'
import { tagReleasesOf } from '@forgefold/core/domains/delivery/release'
import { jobResultsOf } from '@forgefold/core/domains/delivery/runner'
import { ExternalAuthorization } from '@forgefold/core/domains/instance/external-authorization'
import { issueFinder } from '@forgefold/core/domains/planning/issue'
import { addFirstOwner } from '@forgefold/core/domains/projects/member'
import { protectFirstBranch } from '@forgefold/core/domains/projects/protected-branch'
import { projectRepositoriesOf } from '@forgefold/core/domains/projects/repository'
import {
  branchFollowersOf,
  makeMergeRequestProcessState,
  mergedChangesOf,
  mergeRequestFinder,
  pipelineMergeRequestsOf,
} from '@forgefold/core/domains/review/merge-request'
import { millisecondsOf } from '@forgefold/core/kernel'
import { makeDeploymentFragments } from '../api/v4/delivery/deployments/presenter.js'
import { MergeRequestFragments } from '../api/v4/review/merge-requests/presenter/fragments.js'
import { ReactorActivity } from '../background/index.js'
import { GuessLimiter } from '../limits/guess-limiter.js'
import { RecentlySeen } from '../limits/recently-seen.js'
import { ciFileSourcesOf } from './ci-file-sources.js'
import { refRulesOf } from './compose-ref-rules.js'
import type { CompositionOptions } from './composition-options.js'
import { TOKENS, type Token } from './injection-tokens.js'
import { settingsReferencesOf } from './settings-references.js'

/** The most commits whose languages are cached. */
const MAX_CACHED_LANGUAGES = 50_000

/** Builds the forge from the parts of the container. */
export const resolveForge = (
  resolve: <A>(token: Token<A>) => A,
  { wrongTokens }: Pick<CompositionOptions, 'wrongTokens'>,
): Forge => {
  // Parts that need the whole forge look at it when they are called.
  const forge: Forge = {
    events: resolve(TOKENS.events),
    aggregates: resolve(TOKENS.aggregates),
    numbers: resolve(TOKENS.numbers),
    reservations: resolve(TOKENS.reservations),
    mutex: new KeyedMutex(),
    pause,
    mergeRequestState: makeMergeRequestProcessState(),
    detectedLanguages: new RecencyCache(MAX_CACHED_LANGUAGES),
    recentDownloads: new RecentlySeen(),
    guessLimiter: new GuessLimiter(() => millisecondsOf(resolve(TOKENS.clock).now()), wrongTokens),
    deploymentFragments: makeDeploymentFragments(),
    mergeRequestFragments: new MergeRequestFragments(),
    settingsPresenting: { present: undefined },
    reactorActivity: new ReactorActivity(),
    read: resolve(TOKENS.readModel).read,
    blobs: resolve(TOKENS.blobs),
    packageFiles: resolve(TOKENS.packageFiles),
    clock: resolve(TOKENS.clock),
    ids: resolve(TOKENS.ids),
    secrets: resolve(TOKENS.secrets),
    passwords: resolve(TOKENS.passwords),
    secretBox: resolve(TOKENS.secretBox),
    personalData: resolve(TOKENS.personalData),
    markdown: resolve(TOKENS.markdown),
    ciPlanner: resolve(TOKENS.ciPlanner),
    ciFileSources: ciFileSourcesOf(() => forge),
    gunzip,
    jobResults: jobResultsOf(() => forge),
    outbound: resolve(TOKENS.outbound),
    deliveryLog: resolve(TOKENS.deliveryLog),
    mail: resolve(TOKENS.mail),
    emojiNames: resolve(TOKENS.emojiNames),
    patterns: resolve(TOKENS.patterns),
    cron: resolve(TOKENS.cron),
    oneTimeCodes: resolve(TOKENS.oneTimeCodes),
    publicKeys: resolve(TOKENS.publicKeys),
    git: resolve(TOKENS.git),
    refRules: refRulesOf(() => forge),
    issuables: { Issue: issueFinder, MergeRequest: mergeRequestFinder },
    projectRepositories: projectRepositoriesOf(() => forge),
    firstOwners: { add: (...given) => addFirstOwner(forge, ...given) },
    defaultBranchProtection: { protectFirst: (...given) => protectFirstBranch(forge, ...given) },
    branchFollowers: branchFollowersOf(() => forge),
    tagReleases: tagReleasesOf(() => forge),
    artifactStorage: { bytesOf: (projectId) => forge.read.jobOutputs.bytesOf(projectId) },
    packageStorage: {
      bytesOf: (projectId) => forge.read.packages.bytesOf(projectId),
      lfsBytesOf: (projectId) => forge.read.lfsObjects.bytesOf(projectId),
    },
    groupSecondFactor: { graceOf: (userId) => forge.read.groups.secondFactorGrace(userId) },
    rolesOfUsers: { anyAbove: (...asked) => forge.read.members.anyAbove(...asked) },
    openIssues: { count: (...asked) => forge.read.issues.openCount(...asked) },
    commitPipelines: commitPipelinesOf(() => forge),
    jobDeployments: jobDeploymentsOf(() => forge),
    environmentDeployments: environmentDeploymentsOf(() => forge),
    quickActions,
    mergeRequestThreads,
    issueNotes,
    discussionState: { allResolved: ({ read }, mergeRequestId) => read.discussions.allResolved(mergeRequestId) },
    mergedChanges: mergedChangesOf(() => forge),
    pipelineMergeRequests: pipelineMergeRequestsOf(() => forge),
    settings: resolve(TOKENS.settings),
    externalAuthorization: new ExternalAuthorization({
      clock: resolve(TOKENS.clock),
      outbound: resolve(TOKENS.outbound),
      settings: resolve(TOKENS.settings),
    }),
    settingsReferences: settingsReferencesOf(() => forge),
    instance: resolve(TOKENS.instance),
    auditor: (principal) => resolve(TOKENS.auditor)(principal),
  }
  return forge
}
