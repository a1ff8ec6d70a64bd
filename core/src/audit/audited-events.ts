/** What an event did: a word for what was added or removed, or a sentence. `changes`: the field that changed is shown with its previous value. */
export type AuditWording =
  | { readonly add: string }
  | { readonly remove: string }
  | { readonly says: string }
  | { readonly changes: true }

/** Which event of which kind is which audit event (docs/reference/audit-events.md). */
export const AUDITED: Readonly<Record<string, Readonly<Record<string, AuditWording>>>> = {
  user: {
    UserRegistered: { add: 'user' },
    PasswordChanged: { says: 'Changed the password' },
    ProfileChanged: { says: 'Changed the profile' },
    RightsChanged: { changes: true },
    AdminGranted: { says: 'Made an administrator' },
    AdminRevoked: { says: 'No longer an administrator' },
    AuditorGranted: { says: 'Made an auditor' },
    AuditorRevoked: { says: 'No longer an auditor' },
    UserBlocked: { says: 'Blocked user' },
    UserUnblocked: { says: 'Unblocked user' },
    UserBanned: { says: 'Banned user' },
    UserUnbanned: { says: 'Unbanned user' },
    UserDeactivated: { says: 'Deactivated user' },
    UserActivated: { says: 'Activated user' },
    ApprovalAwaited: { says: 'Instance access request' },
    UserApproved: { says: 'Instance access request approved' },
    TwoFactorEnabled: { says: 'Enabled two-factor authentication' },
    TwoFactorDisabled: { says: 'Disabled two-factor authentication' },
    SignedIn: { says: 'Signed in' },
    SignInRefused: { says: 'Failed to sign in' },
    UserErased: { remove: 'user' },
  },
  ssh_key: { UserKeyAdded: { says: 'Added SSH key' }, UserKeyRemoved: { says: 'Removed SSH key' } },
  gpg_key: { UserKeyAdded: { says: 'Added GPG key' }, UserKeyRemoved: { says: 'Removed GPG key' } },
  authorization_grant: { AuthorizationGranted: { says: 'Granted OAuth access' } },
  session: { AdminModeEntered: { says: 'Enabled Admin Mode' } },
  group: {
    GroupCreated: { add: 'group' },
    GroupChanged: { changes: true },
    GroupMoved: { says: 'Moved group' },
    GroupMarkedForDeletion: { says: 'Group marked for deletion' },
    GroupRestored: { says: 'Group restored' },
    GroupDeleted: { remove: 'group' },
  },
  project: {
    ProjectCreated: { add: 'project' },
    ProjectChanged: { changes: true },
    DefaultBranchSet: { changes: true },
    ProjectArchived: { says: 'Project archived' },
    ProjectUnarchived: { says: 'Project unarchived' },
    ProjectMoved: { says: 'Moved project' },
    ProjectMarkedForDeletion: { says: 'Project marked for deletion' },
    ProjectRestored: { says: 'Project restored' },
    ProjectDeleted: { remove: 'project' },
  },
  member: {
    MemberAdded: { add: 'user_access' },
    MemberChanged: { changes: true },
    MemberRemoved: { remove: 'user_access' },
    MembershipExpired: { remove: 'user_access' },
    AccessRequested: { says: 'Asked for access' },
    AccessRequestDenied: { says: 'Denied access' },
    AccessRequestWithdrawn: { says: 'Took back a request for access' },
  },
  group_share: {
    SharedWithGroup: { add: 'group_access' },
    SharingEnded: { remove: 'group_access' },
    SharingExpired: { remove: 'group_access' },
  },
  protected_branch: {
    BranchProtected: { add: 'protected_branch' },
    ProtectionChanged: { says: 'Changed the protection of a branch' },
    BranchUnprotected: { remove: 'protected_branch' },
  },
  protected_tags: { TagProtected: { add: 'protected_tag' }, TagUnprotected: { remove: 'protected_tag' } },
  protected_environment: {
    EnvironmentProtected: { add: 'protected_environment' },
    ProtectionChanged: { says: 'Changed the protection of an environment' },
    EnvironmentUnprotected: { remove: 'protected_environment' },
  },
  approval_rules: {
    ApprovalRuleAdded: { add: 'approval_rule' },
    ApprovalRuleChanged: { says: 'Changed an approval rule' },
    ApprovalRuleRemoved: { remove: 'approval_rule' },
  },
  external_status_check: {
    StatusCheckCreated: { add: 'status_check' },
    StatusCheckChanged: { says: 'Changed an external status check' },
    StatusCheckDeleted: { remove: 'status_check' },
  },
  deploy_key: {
    DeployKeyAdded: { says: 'Added deploy key' },
    DeployKeyEnabled: { says: 'Added deploy key' },
    DeployKeyDisabled: { says: 'Removed deploy key' },
  },
  deploy_token: { DeployTokenCreated: { add: 'deploy_token' }, DeployTokenRevoked: { remove: 'deploy_token' } },
  personal_access_token: {
    TokenCreated: { says: 'Created personal access token' },
    TokenRevoked: { says: 'Revoked personal access token' },
  },
  oauth_application: {
    ApplicationRegistered: { says: 'OAuth application added' },
    ApplicationChanged: { says: 'OAuth application changed' },
    ClientSecretRenewed: { says: 'OAuth application secret renewed' },
    ApplicationDeleted: { says: 'OAuth application deleted' },
  },
  ci_variable: {
    CiVariableCreated: { add: 'ci_variable' },
    CiVariableChanged: { says: 'Changed a variable' },
    CiVariableDeleted: { remove: 'ci_variable' },
  },
  runner: {
    RunnerRegistered: { says: 'Registered CI runner' },
    RunnerEnabled: { says: 'Assigned CI runner to project' },
    RunnerDisabled: { says: 'Unassigned CI runner from project' },
    RunnerDeleted: { says: 'Unregistered CI runner' },
  },
  job_token_scope: {
    InboundScopeEnabled: { says: 'Limited access by job tokens' },
    InboundScopeDisabled: { says: 'Opened access by job tokens' },
    ProjectAllowed: { says: 'Added a project to the allowlist of job tokens' },
    ProjectDisallowed: { says: 'Removed a project from the allowlist of job tokens' },
  },
  runner_registration: { RegistrationTokenReset: { says: 'Reset runner registration token' } },
  pipeline: { PipelineDeleted: { says: 'Destroyed pipeline' } },
  release: {
    ReleaseCreated: { add: 'release' },
    ReleaseChanged: { says: 'Changed a release' },
    ReleaseDeleted: { remove: 'release' },
  },
  deployment: { ApprovalGiven: { says: 'Decided on a deployment' } },
  settings: { SettingsChanged: { says: 'Changed the settings of the instance' } },
}
