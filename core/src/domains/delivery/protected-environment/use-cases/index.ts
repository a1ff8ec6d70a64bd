export {
  findProtectionOwner,
  type ProtectionOwner,
  type ProtectionScopeRef,
  type WantedAccessGrant,
} from '../steps/access-grants.js'
export * from './protect.js'
