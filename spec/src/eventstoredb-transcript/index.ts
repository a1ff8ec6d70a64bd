/** Questions to an EventStoreDB node and its answers, to which the double is compared. */
export { differences, type Transcript, transcribe } from './transcript.js'
