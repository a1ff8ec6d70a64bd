import { pause } from '@forgefold/adapters/clock'
import type { RunningReadModel } from '@forgefold/adapters/read-model'
import { makeReadModel } from '@forgefold/adapters/read-model'
import { type Forge, makeAggregateRepository } from '@forgefold/core/app'
import { commitPipelinesOf } from '@forgefold/core/domains/delivery/pipeline'
import { tagReleasesOf } from '@forgefold/core/domains/delivery/release'
import { makeSettingsView } from '@forgefold/core/domains/instance/settings'
import { makeMergeRequestProcessState, mergedChangesOf } from '@forgefold/core/domains/review/merge-request'
import type { EventStore } from '@forgefold/core/ports'
import { makeDeploymentFragments } from '../api/v4/delivery/deployments/presenter.js'
import { MergeRequestFragments } from '../api/v4/review/merge-requests/presenter/fragments.js'
import { refRulesOf } from './ref-rules.js'
import { settingsReferencesOf } from './settings-references.js'

/** A forge over another history, and what keeps its rows. */
export interface ForgeOver {
  readonly forge: Forge
  readonly readModel: RunningReadModel
}

/** The same forge over another history, with rows of its own in memory: for questions about what would be without an event, or was once. */
export const forgeOver = async (base: Forge, events: EventStore): Promise<ForgeOver> => {
  const readModel = makeReadModel({ file: ':memory:', store: events, personalData: base.personalData })
  await readModel.projector.start()
  const now = base.clock.now()
  const clock = { now: () => now }
  const aggregates = makeAggregateRepository({ store: events, reached: async () => true, pause })
  const settings = makeSettingsView({ ...base, aggregates, clock })
  await settings.reload()
  const forge: Forge = {
    ...base,
    events,
    clock,
    aggregates,
    settings,
    read: readModel.read,
    mergeRequestState: makeMergeRequestProcessState(),
    deploymentFragments: makeDeploymentFragments(),
    mergeRequestFragments: new MergeRequestFragments(),
    refRules: refRulesOf(() => forge),
    tagReleases: tagReleasesOf(() => forge),
    packageStorage: { bytesOf: (projectId) => forge.read.packages.bytesOf(projectId) },
    openIssues: { count: (...asked) => forge.read.issues.openCount(...asked) },
    commitPipelines: commitPipelinesOf(() => forge),
    mergedChanges: mergedChangesOf(() => forge),
    settingsReferences: settingsReferencesOf(() => forge),
  }
  return { forge, readModel }
}
