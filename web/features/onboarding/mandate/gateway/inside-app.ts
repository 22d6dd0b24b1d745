/** The marks of Facebook's, Instagram's and WhatsApp's browsers, and of Android's for apps in general. */
const insideApps = /\bFB(?:AN|AV|_IAB)\b|Instagram|WhatsApp|; wv\)/
/** Apps on an iPhone have the system's browser without its name. */
const appleDevices = /iPhone|iPad|iPod/

/**
 * Whether this is a browser inside an app. Such a one opens no window, or opens it where the person cannot come back
 * from, and only some of them say so when they are asked for one.
 */
export function isInsideApp({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  if (typeof window.open !== 'function' || insideApps.test(userAgent)) return true
  return appleDevices.test(userAgent) && !userAgent.includes('Safari/')
}
