/** Where the page begins. */
import { render } from "preact";
import { Page } from "./Page";
import { listen } from "./state/route";
import { watchTheme } from "./state/theme";
import "./styles/page.css";
import "./styles/code.css";
import "./styles/views.css";
import "./styles/narrow.css";

watchTheme();
listen();
const place = document.getElementById("page");
if (place !== null) render(<Page />, place);
