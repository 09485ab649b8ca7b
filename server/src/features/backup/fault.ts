/** A backup or a restore cannot go on. The message is one line that says what to do. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}
