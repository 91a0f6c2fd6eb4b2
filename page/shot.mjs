import { chromium } from "playwright-core";
const base=process.argv[2]??"http://127.0.0.1:7799";
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox"]});
const views={start:"#/search",search:"#/search?q=snapshot+writer",panel:"#/search?q=snapshot+writer&unit=UNIT",context:"#/context?q=snapshot+writer&budget=2000",why:"#/context?q=snapshot+writer&unit=UNIT&panel=why",graph:"#/graph?q=x&unit=UNIT",status:"#/status"};
const unit=process.argv[3]??"crates/storage/src/writer.rs:20"; const only=process.argv[4]?.split(",");
for(const [theme,w,h] of [["light",1280,800],["dark",1280,800],["light",390,844]]){
 const p=await b.newPage({colorScheme:theme,viewport:{width:w,height:h}});
 p.on("console",m=>{if(m.type()!=="log")console.log(m.type(),m.text())});p.on("pageerror",e=>console.log("ERR",e.message));
 for(const [n,hash] of Object.entries(views)){ if(only&&!only.includes(n))continue; await p.goto(base+"/"+hash.replaceAll("UNIT",encodeURIComponent(unit)));await p.waitForTimeout(n==="graph"?2500:700);await p.screenshot({path:`/tmp/shots/${n}-${theme}-${w}.png`});await p.goto("about:blank");}
}
await b.close();
