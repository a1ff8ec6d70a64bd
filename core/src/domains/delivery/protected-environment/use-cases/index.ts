export {
  findProtectionOwner,
  type ProtectionOwner,
  type ProtectionScopeRef,
  type WantedDesignee,
} from '../steps/designees.js'
export * from './protect.js'
