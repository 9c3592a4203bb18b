// What every page does in a browser with scripts: times in the viewer's zone, dialogs, toasts.
import { showTimes } from "./times.js";
import { wireDialogs } from "./dialogs.js";
import { wireToasts } from "./toasts.js";
import { guardForms } from "./forms.js";

showTimes();
wireDialogs();
wireToasts();
guardForms();
