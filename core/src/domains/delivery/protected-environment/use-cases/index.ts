export type { ProtectionOwner, WantedDesignee } from './designees.js'
export * from './protect.js'
