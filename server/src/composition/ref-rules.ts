import type { Forge } from '@forgefold/core/app'
import { branchRules } from '@forgefold/core/domains/projects/protected-branch'
import { tagRules } from '@forgefold/core/domains/projects/protected-tag'
import { bothRules, type RefRules } from '@forgefold/core/domains/projects/repository'

/** Every rule over refs; the forge is asked for when it is whole. */
export const refRulesOf = (forge: () => Forge): RefRules => bothRules(branchRules(forge), tagRules(forge))
