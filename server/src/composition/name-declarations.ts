import { declarationOf, type NameDeclaration } from '@forgefold/core/app'
import { awardEmoji } from '@forgefold/core/domains/conversation/award-emoji'
import { todo } from '@forgefold/core/domains/conversation/todo'
import { ciVariable } from '@forgefold/core/domains/delivery/ci-variable'
import { environment } from '@forgefold/core/domains/delivery/environment'
import { featureFlagUserList } from '@forgefold/core/domains/delivery/feature-flag-user-list'
import { pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { projectFeatureFlag } from '@forgefold/core/domains/delivery/project-feature-flag'
import { protectedEnvironment } from '@forgefold/core/domains/delivery/protected-environment'
import { release } from '@forgefold/core/domains/delivery/release'
import { resourceGroup } from '@forgefold/core/domains/delivery/resource-group'
import { user } from '@forgefold/core/domains/identity/user'
import { gpgKey, sshKey } from '@forgefold/core/domains/identity/user-key'
import { lfsLock } from '@forgefold/core/domains/packages/lfs-lock'
import { packageAggregate } from '@forgefold/core/domains/packages/package'
import { terraformState } from '@forgefold/core/domains/packages/terraform-state'
import { issueLink } from '@forgefold/core/domains/planning/issue-link'
import { label } from '@forgefold/core/domains/planning/label'
import { milestone } from '@forgefold/core/domains/planning/milestone'
import { deployKey } from '@forgefold/core/domains/projects/deploy-key'
import { group } from '@forgefold/core/domains/projects/group'
import { project } from '@forgefold/core/domains/projects/project'
import { protectedBranch } from '@forgefold/core/domains/projects/protected-branch'
import { topic } from '@forgefold/core/domains/projects/topic'
import { externalStatusCheck } from '@forgefold/core/domains/review/external-status-check'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'

/** Every aggregate that declares unique names: whether a holder still has a name is determined by its declaration. */
export const nameDeclarations: ReadonlyArray<NameDeclaration> = [
  declarationOf(user),
  declarationOf(sshKey),
  declarationOf(gpgKey),
  declarationOf(deployKey),
  declarationOf(group),
  declarationOf(project),
  declarationOf(protectedBranch),
  declarationOf(label),
  declarationOf(milestone),
  declarationOf(ciVariable),
  declarationOf(issueLink),
  declarationOf(topic),
  declarationOf(environment),
  declarationOf(protectedEnvironment),
  declarationOf(release),
  declarationOf(pipeline),
  declarationOf(resourceGroup),
  declarationOf(projectFeatureFlag),
  declarationOf(featureFlagUserList),
  declarationOf(externalStatusCheck),
  declarationOf(mergeRequest),
  declarationOf(awardEmoji),
  declarationOf(todo),
  declarationOf(packageAggregate),
  declarationOf(terraformState),
  declarationOf(lfsLock),
]
