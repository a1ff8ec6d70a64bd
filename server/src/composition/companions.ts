import type { Forge } from '@forgefold/core/app'
import { resolveLabels, textColorOn } from '@forgefold/core/domains/planning/label'
import { isMilestoneFor, milestoneUrl } from '@forgefold/core/domains/planning/milestone'
import { approvalState, approvalsAsOfNow, isApproved, isAsked } from '@forgefold/core/domains/review/approval-rule'
import {
  type Companions,
  type LabelFacts,
  type MilestoneFacts,
  noCompanions,
} from '@forgefold/core/domains/review/merge-request'

const labelFacts = (forge: () => Forge): LabelFacts => ({
  cards: (ids) =>
    forge()
      .read.labels.rows(ids)
      .map(({ id, title, color, description }) => ({
        id,
        title,
        color,
        description,
        textColor: textColorOn(color, forge().instance.release),
      })),
  titled: (title) => forge().read.labels.titled(title),
  resolve: (wanted) => resolveLabels(forge())(wanted),
})

const milestoneFacts = (forge: () => Forge): MilestoneFacts => ({
  card: (id) => {
    const row = forge().read.milestones.byId(id)
    if (row === undefined) return undefined
    const { place, description, ...rest } = row
    return {
      ...rest,
      projectId: place.kind === 'project' ? place.id : null,
      groupId: place.kind === 'group' ? place.id : null,
      description: description.text,
      webUrl: milestoneUrl(forge(), row),
    }
  },
  titled: (title) => forge().read.milestones.titled(title),
  upcoming: (today) => forge().read.milestones.upcoming(today),
  started: (today) => forge().read.milestones.started(today),
  isFor: (milestoneId, projectId) => isMilestoneFor(forge(), milestoneId, projectId),
})

/** What merge requests need to know of their companions; the forge is asked for when it is whole. */
export const companionsOf = (forge: () => Forge): Companions => ({
  ...noCompanions,
  labels: labelFacts(forge),
  milestones: milestoneFacts(forge),
  issues: { find: (projectId, iid) => forge().read.issues.find(projectId, iid)?.id },
  discussions: { allResolved: (mergeRequestId) => forge().read.discussions.allResolved(mergeRequestId) },
  approvals: {
    areGiven: (request) => {
      const project = forge().read.projects.byId(request.targetProjectId)
      return project !== undefined && isApproved(approvalState(forge(), project, request).rules)
    },
    isAsked: (request, userId) => {
      const project = forge().read.projects.byId(request.targetProjectId)
      return project !== undefined && isAsked(forge(), project, request, userId)
    },
    asOfNow: (request) => {
      const project = forge().read.projects.byId(request.targetProjectId)
      return project === undefined ? undefined : approvalsAsOfNow(forge(), project, request)
    },
  },
  edition: () => forge().read.labels.edition() + forge().read.milestones.edition(),
})
