export {
  findProtectionOwner,
  type ProtectionOwner,
  type ProtectionPlace,
  type WantedDesignee,
} from '../steps/designees.js'
export * from './protect.js'
