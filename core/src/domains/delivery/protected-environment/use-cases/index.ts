export { findProtectionOwner, type ProtectionOwner, type ProtectionPlace, type WantedDesignee } from './designees.js'
export * from './protect.js'
