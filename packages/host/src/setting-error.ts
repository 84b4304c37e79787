/** A setting that stops the start. Its message is one line that names the variable. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
