/** Questions to an EventStoreDB node and its answers, which the double is held to. */
export { differences, type Transcript, transcribe } from './transcript.js'
