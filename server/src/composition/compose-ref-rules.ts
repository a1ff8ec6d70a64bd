import type { Forge } from '@forgefold/core/app'
import { branchRules } from '@forgefold/core/domains/projects/protected-branch'
import { tagRules } from '@forgefold/core/domains/projects/protected-tag'
import { combineRefRules, type RefRules } from '@forgefold/core/domains/projects/repository'
import { collaborationRules } from '@forgefold/core/domains/review/merge-request'

/** All ref rules; the forge is passed as a function because it is composed later. */
export const refRulesOf = (forge: () => Forge): RefRules =>
  combineRefRules([branchRules(forge), tagRules(forge), collaborationRules(forge)])
