export {
  type AccessGrantInput,
  findProtectionOwner,
  type ProtectionOwner,
  type ProtectionScopeRef,
} from '../steps/access-grants.js'
export * from './protect.js'
