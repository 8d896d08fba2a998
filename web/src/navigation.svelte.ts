/** Where the reader is. The address is the truth: the back button, a reload and a link lead to the same place. */
import { addressOf, readRoute, type Route } from './routes';

class Navigation {
  route = $state.raw<Route>(readRoute(location.hash));

  /** Takes over an address that the reader went to. */
  follow(): Route {
    this.route = readRoute(location.hash);
    return this.route;
  }

  /** Goes to a place as a link does. */
  go(route: Route): void {
    location.hash = addressOf(route);
  }

  /** Names the place where the page already is; `instead` of the present entry of the history, or after it. */
  tell(route: Route, instead: boolean): void {
    this.route = route;
    const address = addressOf(route);
    // An address that means this place stays: it may say more.
    if (address === addressOf(readRoute(location.hash))) return;
    if (instead) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  }
}

export const navigation = new Navigation();
